//! How a new page comes to be: its type, its head and its first body. What its file is called is decided in `naming`.

mod template;

use crate::draft::Draft;
use crate::naming::{is_path, place, shown_title};
use crate::{Error, Kind, problem, signs};
use template::{complete, of_template, template};
use wiki::canon;
use wiki::edit::FieldValue;
use wiki::path::PagePath;
use wiki::schema::{PageType, Schema};
use wiki::time;

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
    let mut fields: Vec<(String, FieldValue)> = Vec::new();
    for pair in pairs {
        let (key, value) = field(pair)?;
        if fields.iter().any(|(known, other)| *known == key && *other != value) {
            return Err(Error::bad(
                format!("`{key}` is given twice"),
                "give one value, or a list as `key=[a, b]`",
            ));
        }
        fields.push((key, value));
    }
    Ok(fields)
}

fn field(pair: &str) -> Result<(String, FieldValue), Error> {
    let (key, value) = pair.split_once('=').ok_or_else(|| {
        Error::bad(format!("`{pair}` is no head field"), "write it as `key=value`")
    })?;
    let (key, value) = (key.trim(), value.trim());
    if key.is_empty() {
        return Err(Error::bad(format!("`{pair}` has no key"), "write it as `key=value`"));
    }
    // People who write Chinese put its comma between items, of which YAML knows nothing.
    let quoted = value.contains(['"', '\'']);
    let wide = |it: String| -> Vec<String> {
        if quoted { vec![it] } else { signs::items(&it).map(str::to_owned).collect() }
    };
    let value = match wiki::head::flow_list(value) {
        Some(items) => FieldValue::List(items.into_iter().flat_map(wide).collect()),
        None => FieldValue::Text(value.to_owned()),
    };
    Ok((key.to_owned(), value))
}

/// Makes the page in `draft` and says where.
pub(crate) fn make(draft: &mut Draft<'_>, request: &Request<'_>) -> Result<PagePath, Error> {
    refuse_days(draft, request)?;
    let schema = std::sync::Arc::clone(&draft.schema);
    let page_type = match of_template(draft, &schema, request)? {
        Some(page_type) => Some(page_type),
        None => chosen_type(&schema, request)?,
    };
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
    let body = match (template(draft, page_type, request, &head)?, &request.body) {
        (Some(template), Body::Template) => {
            complete(&mut head, &template, &|_| true);
            template.text[template.body..].to_owned()
        }
        (template, body) => {
            // What its type requires a page has, whoever gives its text.
            let required = |key: &str| {
                page_type.is_some_and(|it| it.required.iter().any(|field| field == key))
            };
            if let Some(template) = &template {
                complete(&mut head, template, &required);
            }
            match body {
                Body::Given(body) => body_of(body),
                Body::Template | Body::Title => format!("# {title}\n"),
            }
        }
    };
    let path = place(draft, request, page_type, &head)?;
    draft.memory.refuse_twin(&path, None)?;
    refuse_other_title(draft, &path, &title)?;
    draft.create(&path, &head, &body)?;
    Ok(path)
}

/// Refuses a page whose file would be that of another, which is called otherwise: `$HOME` beside `~home`.
fn refuse_other_title(draft: &mut Draft<'_>, path: &PagePath, title: &str) -> Result<(), Error> {
    let Some(page) = draft.page(path)? else { return Ok(()) };
    let known = page.title();
    if canon::fold(&known) == canon::fold(title) {
        return Ok(());
    }
    let title = wiki::policy::redact(title).0;
    let message = format!("the page {path} exists already, and is called `{known}`");
    let other = format!("`memopage new \"{path}-2\" --title \"{title}\"`");
    Err(Error::new(Kind::Conflict, message)
        .hint("use `memopage write` or `memopage edit` to change it")
        .hint(format!("or make another page: {other}"))
        .candidates([path.to_string()]))
}

/// Refuses a page called `last week`: it would stand for other days with every week.
fn refuse_days(draft: &Draft<'_>, request: &Request<'_>) -> Result<(), Error> {
    let typed = request.page.trim();
    let days = time::interval(typed, &draft.call.now).ok();
    let Some(days) = days.filter(|_| request.title.is_none() && time::counts_from_now(typed))
    else {
        return Ok(());
    };
    if days.single().is_some() {
        return Ok(());
    }
    Err(Error::new(Kind::Refused, format!("`{typed}` means the days {days}, and no page")).hint(
        format!(
            "name one of the days, or give it a title that says more, such as \"Review of {}\"",
            days.from
        ),
    ))
}

fn body_of(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

fn chosen_type<'s>(
    schema: &'s Schema,
    request: &Request<'_>,
) -> Result<Option<&'s PageType>, Error> {
    if let Some(name) = request.page_type {
        return schema.by_name(name).map(Some).ok_or_else(|| {
            let known: Vec<&str> = schema.types.iter().map(|it| it.name.as_str()).collect();
            problem::not_in_schema("page type", name, &known)
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
    ["topic", "entity", "knowledge"].iter().find_map(|it| schema.by_name(it))
}

/// A pattern such as `项目-{name}` claims the titles that begin as it does.
fn has_prefix(pattern: &str, title: &str) -> bool {
    let prefix = pattern.split('{').next().unwrap_or("");
    prefix.chars().count() > 1 && title.starts_with(prefix)
}
