//! The words by which English states are told from what only looks like them. Read in the room above.

/// What nobody lives or works at that begins with a capital letter all the same.
pub(super) const NO_PLACES: &str = "\
    notion obsidian slack teams discord telegram whatsapp signal gmail outlook proton fastmail linux windows \
    macos mac ubuntu debian fedora arch nixos android iphone ios vim neovim emacs vscode cursor zed helix rust \
    python go golang java kotlin swift typescript javascript ruby elixir scala haskell c php react vue svelte \
    angular django rails kubernetes docker aws azure gcp vercel netlify postgres postgresql mysql sqlite \
    mongodb redis kafka git github gitlab bitbucket jira linear trello asana todoist evernote logseq roam \
    figma sketch spotify netflix chrome firefox safari brave arc edge mastodon bluesky twitter x facebook \
    instagram linkedin reddit marketing sales engineering product design finance hr support operations ops \
    platform infrastructure legal research management premium plus pro english german french spanish chinese \
    japanese monday tuesday wednesday thursday friday saturday sunday january february march april may june \
    july august september october november december plan part phase step level page chapter team room desk \
    seat row building floor office tier zoom skype";
/// Likewise, without a capital letter.
pub(super) const NO_NAMES: &str = "\
    a an the my our his her their your this that these those it here there home work school night nights day \
    days bed me him them us myself himself herself everyone someone somebody least all once last first early \
    late least most different other another one two new old same some any many when while with and or but not \
    to in on at for by from as of if noon midnight midday lunch dawn dusk sunrise";
/// What may stand behind an answer without changing it.
pub(super) const TAILS: &str = "\
    now already recently finally officially just today yesterday last this week month year earlier ago \
    permanently with since because so as near after in on";
/// What makes of a state that of some days or times.
pub(super) const PARTLY: &str = "\
    on during summer winter spring autumn weekend weekends weekdays mornings evenings temporarily for until \
    till except sometimes partly child kid boy girl teenager student and or but dream monday mondays tuesday \
    tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays";
/// What says that somebody went on to another place, or came back.
pub(super) const ONWARD: &str = "then back returned again afterwards";
/// What somebody does besides their work.
pub(super) const BESIDES: &str = "\
    volunteer volunteering advisor adviser advisory mentor trustee board guest unpaid part-time freelancer \
    contractor";
/// Where somebody is what they are not for a living.
pub(super) const PLAYED: &str = "game games play film movie show dream club church choir band";
/// What somebody does for a living: the last word of its name, apart from those with an ending.
pub(super) const ROLES: &str = "\
    lead manager director engineer developer designer programmer teacher professor lecturer nurse doctor \
    surgeon dentist pharmacist therapist psychologist lawyer attorney judge paralegal architect analyst \
    consultant scientist researcher student intern apprentice trainee editor journalist reporter accountant \
    auditor banker broker chef baker waiter waitress barista bartender pilot captain mechanic electrician \
    plumber carpenter farmer translator interpreter librarian officer administrator assistant secretary \
    receptionist coordinator supervisor specialist technician recruiter salesman salesperson cashier \
    firefighter policeman ceo cto cfo coo cmo vp president freelancer contractor principal head tester admin \
    sysadmin marketer strategist postdoc phd";
/// Likewise, what many are besides.
pub(super) const HOBBIES: &str = "\
    cook driver gardener photographer musician actor actress artist illustrator painter writer author founder \
    owner trader soldier";
/// What says how somebody does something, not for a living.
pub(super) const PRAISE: &str = "\
    good great bad terrible decent better keen passionate amateur hobby slow fast careful lazy former ex \
    retired born natural night early late volunteer";
/// What one joins and does not work at.
pub(super) const CLUBS: &str = "\
    gym club choir band church party society association group team union class course committee board \
    community league circle meetup toastmasters mensa rotary greenpeace costco peloton strava tinder bumble \
    hinge patreon substack duolingo coursera scouts watchers fitness equinox crossfit ymca army navy guild \
    network programme program family orchestra federation academy bootcamp zoom";
