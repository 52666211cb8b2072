//! Words that name nothing, however they are written, and names that are words of any sentence, too.

/// Capitalised words that begin sentences and name nothing.
const COMMON: &str = " a an and any are as at be been but by can could did do does for from had has \
    have he her here hers him his how i if in into is it its just let may me might more most my new no \
    not now of old on once one or our ours please see she should since so some still than thanks that the \
    their them then there these they this those to today tomorrow too two us was we were what when \
    where which while who whom whose why will with would yes yesterday yet you your after all also am \
    because before being both each even every few first last next only other same such under until up \
    very about again against between during further off out over own through down \
    monday tuesday wednesday thursday friday saturday sunday note todo done ";
/// Names of people and projects that are words of any sentence, too: in small letters they name nothing.
const EVERYDAY: &str = " amber angel april art ash august autumn basil bay bell bill bird blue brandy brook bud candy carol \
    chance chase cherry chip christian clay cliff crystal daisy dale dash dawn dean dot drew duke earl \
    faith fern ford forest frank gale ginger glen grace grant gray green guy hail harmony hazel heath \
    heather holly honey hope hunter iris ivory ivy jade jasmine jay jewel joy june justice king lance \
    lane lark laurel lily mark mason max melody mercy merry mint misty olive opal page pansy pat \
    patience pearl penny pepper pierce poppy prince queen rain ray red reed rich river rob robin rocky \
    rod rose ruby sage sandy scout sky sonny star sterling stone storm sue summer sunny temple trinity \
    trip tucker victor victory violet ward warren west will willow winter young about action admin \
    agent alert alpha answer api app apple apply archive area article asset audit auth backend backlog \
    backup balance bank base beta billing blog board book boot bot box branch bridge browser budget \
    bug build bus business calendar call camera campaign canvas car card cart case catalog center \
    change channel chart chat check checkout city class client cloud club code college color command \
    comment common community company compass computer config contact content contract control core \
    cost course customer dashboard data database day deal debug delta demo deploy design desk desktop \
    device dinner docs document door draft drive echo editor email engine error event example expense \
    family feature feed field file film finance fire fitness flight flow focus folder food form forum \
    frontend game garden gate gateway goal gold guide health help hiring history hobby holiday home \
    hosting house idea image import inbox index infra input insight install interview inventory \
    invoice issue job journal kernel key kitchen lab landing launch lead learning legal lesson letter \
    level library life light line link list load local log login logo mail main maintenance map market \
    marketing meeting memo memory menu message metrics migration mission mobile model module money \
    monitor month movie music network news newsletter night notes office onboarding operations orange \
    order orders output paper park parser parts party pay payment payments payroll people phone photo \
    pilot pipeline place plan planet platform play plugin podcast policy pool portal post power press \
    pricing print privacy process product production profile program project prompt proposal prototype \
    pulse purchase quality query question queue radar reading recipe record refactor release remote \
    rent report request research reset review roadmap rocket room route router rule sales sample scale \
    schedule school science scope script search season secret security server service session settings \
    setup shell shop sign signal site sleep social software solar sound source space spark speech \
    spring sprint staff staging start state station status stock storage store story strategy stream \
    studio study style support survey switch sync system table target task tax team template test \
    testing text theme thing thread ticket time token tool topic tower town track trade traffic \
    training transfer travel trust type update upload user vault vendor version video view vision \
    visit vote walk wallet water weather web website wedding week wiki window wine wish word work \
    workflow workshop world writing year zone ";

/// Whether a word begins sentences and names nothing.
pub(super) fn is_common(word: &str) -> bool {
    let lower = word.to_lowercase();
    COMMON.contains(&format!(" {lower} "))
}

/// Whether a word in small letters is rather a word than a name.
pub(super) fn is_everyday(word: &str) -> bool {
    let lower = word.to_lowercase();
    is_common(&lower) || EVERYDAY.contains(&format!(" {lower} "))
}
