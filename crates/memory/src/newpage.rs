//! How a new page comes to be: its place, its head and its first body, by the schema's type.

use crate::draft::Draft;
use crate::{Error, Kind, problem};
use wiki::canon;
use wiki::edit::FieldValue;
use wiki::path::PagePath;
use wiki::schema::{PageType, Schema};

/// A page that somebody wants.
pub(crate) struct Request<'a> {
    /// Its title, or its path.
    pub(crate) page: &'a str,
    /// Its title, where that is not what the path ends in.
    pub(crate) title: Option<&'a str>,
    pub(crate) page_type: Option<&'a str>,
    /// The type to take where neither request nor title tell one.
    pub(crate) fallback: Option<String>,
    pub(crate) fields: Vec<(String, FieldValue)>,
    pub(crate) body: Body<'a>,
}

/// What a new page begins with.
pub(crate) enum Body<'a> {
    /// The template of its type.
    Template,
    /// Its title only.
    Title,
    /// This text.
    Given(&'a str),
}

/// Reads `key=value` pairs; a value of `[a, b]` is a list.
pub(crate) fn fields(pairs: &[String]) -> Result<Vec<(String, FieldValue)>, Error> {
    pairs.iter().map(|pair| field(pair)).collect()
}

fn field(pair: &str) -> Result<(String, FieldValue), Error> {
    let (key, value) = pair.split_once('=').ok_or_else(|| {
        Error::bad(format!("`{pair}` is no head field"), "write it as `key=value`")
    })?;
    let (key, value) = (key.trim(), value.trim());
    if key.is_empty() {
        return Err(Error::bad(format!("`{pair}` has no key"), "write it as `key=value`"));
    }
    let wide = |it: String| if value.contains(['"', '\'']) { vec![it] } else { split_wide(&it) };
    let value = match wiki::head::flow_list(value) {
        Some(items) => FieldValue::List(items.into_iter().flat_map(wide).collect()),
        None => FieldValue::Text(value.to_owned()),
    };
    Ok((key.to_owned(), value))
}

/// People who write Chinese put its comma between items.
fn split_wide(item: &str) -> Vec<String> {
    item.split('，').map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

/// Makes the page in `draft` and says where.
pub(crate) fn make(draft: &mut Draft<'_>, request: &Request<'_>) -> Result<PagePath, Error> {
    let schema = std::sync::Arc::clone(&draft.schema);
    let page_type = chosen_type(&schema, request)?;
    let path = place(draft, request, page_type)?;
    let title = match request.title {
        Some(title) => title.trim().to_owned(),
        None if is_path(draft, request)? => shown_title(request.page),
        None => request.page.trim().to_owned(),
    };
    let mut head = vec![("title".to_owned(), FieldValue::Text(title.clone()))];
    if let Some(page_type) = page_type {
        head.insert(0, ("type".to_owned(), FieldValue::Text(page_type.name.clone())));
        if let Some(priority) = page_type.priority {
            head.push(("priority".to_owned(), FieldValue::Text(priority.to_string())));
        }
    }
    let today = draft.call.now.today().to_string();
    head.push(("created_at".to_owned(), FieldValue::Text(today.clone())));
    head.push(("updated_at".to_owned(), FieldValue::Text(today)));
    head.push(("created_by".to_owned(), FieldValue::Text(draft.call.actor.clone())));
    for (key, value) in &request.fields {
        match head.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value.clone(),
            None => head.push((key.clone(), value.clone())),
        }
    }
    match request.body {
        Body::Given(body) => draft.create(&path, &head, &body_of(body))?,
        Body::Title => draft.create(&path, &head, &format!("# {title}\n"))?,
        Body::Template => from_template(draft, &path, page_type, &head, &title)?,
    }
    Ok(path)
}

/// Lays the template's body and further head keys under what the page itself says.
fn from_template(
    draft: &mut Draft<'_>,
    path: &PagePath,
    page_type: Option<&PageType>,
    head: &[(String, FieldValue)],
    title: &str,
) -> Result<(), Error> {
    let template = match page_type.and_then(|it| it.template.as_deref()) {
        None => None,
        Some(file) => {
            let at = PagePath::parse_existing(file).map_err(|err| problem::from_path(&err))?;
            draft.page(&at)?
        }
    };
    let Some(template) = template else {
        return draft.create(path, head, &format!("# {title}\n"));
    };
    let today = draft.call.now.today().to_string();
    let filled = |text: &str| {
        text.replace("{{title}}", title)
            .replace("{{date}}", &today)
            .replace("{{type}}", page_type.map_or("", |it| it.name.as_str()))
    };
    let mut head = head.to_vec();
    for entry in &template.head.entries {
        if head.iter().any(|(key, _)| *key == entry.key) {
            continue;
        }
        let value = match &entry.value {
            wiki::head::Value::Text(text) => FieldValue::Text(filled(text)),
            wiki::head::Value::List(values) => {
                FieldValue::List(values.iter().filter_map(|it| it.as_text()).map(&filled).collect())
            }
            wiki::head::Value::Null | wiki::head::Value::Map(_) => continue,
        };
        head.push((entry.key.clone(), value));
    }
    draft.create(path, &head, &filled(&template.text[template.body..]))
}

fn body_of(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

/// `folder/name` typed as a title shows its last part.
fn shown_title(title: &str) -> String {
    title.trim().rsplit('/').next().unwrap_or(title).trim().to_owned()
}

fn chosen_type<'s>(
    schema: &'s Schema,
    request: &Request<'_>,
) -> Result<Option<&'s PageType>, Error> {
    if let Some(name) = request.page_type {
        return schema.by_name(name).map(Some).ok_or_else(|| {
            let known: Vec<&str> = schema.types.iter().map(|it| it.name.as_str()).collect();
            Error::bad(
                format!("the vault's schema has no page type `{name}`"),
                format!("use one of: {}; or add it to SCHEMA.md", known.join(", ")),
            )
        });
    }
    if let Some((folder, _)) = request.page.rsplit_once('/')
        && let Some(found) = schema.for_folder(folder)
    {
        return Ok(Some(found));
    }
    let labelled = label(request.page).and_then(|name| schema.by_name(name));
    let patterned = || {
        schema.types.iter().find(|it| {
            it.pattern.as_deref().is_some_and(|pattern| has_prefix(pattern, request.page))
        })
    };
    let fallback = || request.fallback.as_deref().and_then(|it| schema.by_name(it));
    Ok(labelled.or_else(patterned).or_else(fallback))
}

/// What the first part of a name in the form `类型-名称` says of its type.
const LABELS: [(&str, &str); 12] = [
    ("项目", "project"),
    ("用户", "user"),
    ("会议", "meeting"),
    ("流程", "procedure"),
    ("客户", "client"),
    ("决策", "decision"),
    ("事故", "incident"),
    ("投诉", "complaint"),
    ("政策", "policy"),
    ("人物", "person"),
    ("概念", "concept"),
    ("实体", "entity"),
];

fn label(title: &str) -> Option<&'static str> {
    let (first, _) = title.split_once(['-', '－', '—'])?;
    LABELS.iter().find(|(label, _)| *label == first.trim()).map(|(_, name)| *name)
}

/// The type of a thing that nothing else is said about: the layout's general one.
pub(crate) fn general_type(schema: &Schema) -> Option<&PageType> {
    ["topic", "entity", "semantic"].iter().find_map(|it| schema.by_name(it))
}

/// A pattern such as `项目-{name}` claims the titles that begin as it does.
fn has_prefix(pattern: &str, title: &str) -> bool {
    let prefix = pattern.split('{').next().unwrap_or("");
    prefix.chars().count() > 1 && title.starts_with(prefix)
}

/// Where the page goes: as its path says, or after its title in the type's folder.
fn place(
    draft: &Draft<'_>,
    request: &Request<'_>,
    page_type: Option<&PageType>,
) -> Result<PagePath, Error> {
    let typed = request.page.trim();
    if typed.is_empty() {
        return Err(Error::bad("the page's title is blank", "give the page a title"));
    }
    if is_path(draft, request)? {
        return PagePath::parse(typed).map_err(|err| problem::from_path(&err));
    }
    // A title is redacted before a file is named after it, while its secret can still be seen.
    let slug = canon::slug(&wiki::policy::redact(typed).0);
    let folder = page_type.map_or("", |it| it.folder.as_str()).trim_matches('/');
    let file = if folder.is_empty() { slug } else { format!("{folder}/{slug}") };
    PagePath::parse(&file).map_err(|err| {
        Error::new(Kind::Refused, format!("no file can be named after the title `{typed}`"))
            .hint(err.hint())
    })
}

/// Whether a name is meant as a path: it begins with a folder of the vault or of its schema, or it
/// is one that leads astray, which must be refused and not be taken for a title.
fn is_path(draft: &Draft<'_>, request: &Request<'_>) -> Result<bool, Error> {
    let typed = request.page.trim();
    let astray = typed.contains(['\\', '\0', '%'])
        || typed.starts_with('/')
        || typed.split('/').any(|part| matches!(part.trim(), "." | ".."));
    let Some((folder, _)) = typed.rsplit_once('/') else {
        return Ok(astray || PagePath::parse_existing(typed).is_err());
    };
    if astray || request.title.is_some() || draft.schema.for_folder(folder).is_some() {
        return Ok(true);
    }
    let below = search::Filters {
        paths: vec![format!("{folder}/")],
        archived: search::Archived::Include,
        ..search::Filters::default()
    };
    let rows = draft.memory.ask(|index| index.rows(&below, search::Order::Path, 0, 1))?;
    let used = rows.total > 0;
    // Without a type there is no folder to put a title into, and a path is the likelier thing.
    Ok(used || (request.page_type.is_none() && PagePath::parse(typed).is_ok()))
}
