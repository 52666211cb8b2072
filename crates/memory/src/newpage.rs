//! How a new page comes to be: its place, its head and its first body, by the schema's type.

use crate::draft::Draft;
use crate::{Error, Kind, placeholder, problem};
use wiki::canon;
use wiki::edit::{Edit, FieldValue};
use wiki::head::HeadKind;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::{Naming, PageType, Schema};
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

/// What a placeholder stands for in a page's number among those whose id begins alike.
const NUMBER: &str = "number";

/// The type's template, filled in: the one that the schema names, else `templates/TYPE.md`.
fn template(
    draft: &mut Draft<'_>,
    page_type: Option<&PageType>,
    request: &Request<'_>,
    head: &[(String, FieldValue)],
) -> Result<Option<Page>, Error> {
    let Some(page_type) = page_type else { return Ok(None) };
    let named = request.page_type.filter(|it| draft.schema.by_name(it).is_none()).map(template_of);
    let file = match (named, &page_type.template) {
        (Some(file), _) => file,
        (None, Some(file)) => file.clone(),
        (None, None) => template_of(&page_type.name),
    };
    let at = PagePath::parse_existing(&file).map_err(|err| problem::from_path(&err))?;
    let Some(template) = draft.page(&at)? else { return Ok(None) };
    let now = &draft.call.now;
    let today = now.today();
    let time = format!("{:02}:{:02}", now.at.hour(), now.at.minute());
    let said = |name: &str| -> Option<String> {
        let field = head.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        match field {
            Some((_, FieldValue::Text(text))) => return Some(text.clone()),
            Some((_, FieldValue::List(items))) => return Some(items.join(", ")),
            None => {}
        }
        Some(match name {
            "date" | "today" => today.to_string(),
            "time" => time.clone(),
            "year" => today.year().to_string(),
            "month" => format!("{:02}", today.month()),
            "day" => format!("{:02}", today.day()),
            "author" | "actor" => draft.call.actor.clone(),
            // What is no variable is the text's own: `{{SSN}}` is for a person to fill in.
            _ => return None,
        })
    };
    // Values are filled one by one: a title may hold what would end a quoted value of the head.
    let mut filled = template.clone();
    for entry in &mut filled.head.entries {
        fill_value(&mut entry.value, &|text| placeholder::fill(text, &said));
    }
    let id =
        filled.head.text("id").filter(|it| placeholder::all(it).any(|(_, name)| name == NUMBER));
    let number = id.map(|it| next_number(draft, &it)).transpose()?;
    let counted = |name: &str| number.clone().filter(|_| name == NUMBER);
    for entry in &mut filled.head.entries {
        fill_value(&mut entry.value, &|text| placeholder::fill(text, &counted));
    }
    let all = |name: &str| counted(name).or_else(|| said(name));
    let body = placeholder::fill(&template.text[template.body..], &all);
    filled.text.replace_range(template.body.., &body);
    Ok(Some(filled))
}

fn template_of(name: &str) -> String {
    format!("templates/{name}.md")
}

/// The number for an id such as `INC-2026-{{number}}`: the greatest of those that begin alike and one more, in as many
/// digits.
fn next_number(draft: &Draft<'_>, id: &str) -> Result<String, Error> {
    const DIGITS: usize = 3;
    let before = id.split("{{").next().unwrap_or_default();
    let listing = search::Listing {
        texts: &["id:*".to_owned()],
        sort: None,
        filters: search::Filters {
            archived: search::Archived::Include,
            ..search::Filters::default()
        },
        now: &draft.call.now,
        types: &[],
        fields: &[],
    };
    let wanted = draft.memory.ask(|index| index.wanted(&listing))?;
    let wanted = wanted.map_err(|it| Error::bad(it.said, it.hint))?;
    let rows = draft.memory.ask(|index| index.select(&wanted, 0, usize::MAX))?.rows;
    let numbers = rows.iter().filter_map(|row| {
        let behind = row.facets.id.as_deref()?.strip_prefix(before)?;
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        Some((behind[..digits].parse::<u64>().ok()?, digits))
    });
    let (greatest, digits) = numbers.max().unwrap_or((0, DIGITS));
    Ok(format!("{:0digits$}", greatest.saturating_add(1)))
}

fn fill_value(value: &mut wiki::head::Value, fill: &dyn Fn(&str) -> String) {
    match value {
        wiki::head::Value::Text(text) => *text = fill(text),
        wiki::head::Value::List(values) => values.iter_mut().for_each(|it| fill_value(it, fill)),
        wiki::head::Value::Null | wiki::head::Value::Map(_) => {}
    }
}

/// Adds those of the template's keys that the page does not say itself.
fn complete(head: &mut Vec<(String, FieldValue)>, template: &Page, wanted: &dyn Fn(&str) -> bool) {
    for entry in &template.head.entries {
        if !wanted(&entry.key) || head.iter().any(|(key, _)| *key == entry.key) {
            continue;
        }
        let value = match &entry.value {
            wiki::head::Value::Text(text) => FieldValue::Text(text.clone()),
            wiki::head::Value::List(values) => FieldValue::List(
                values.iter().filter_map(|it| it.as_text()).map(str::to_owned).collect(),
            ),
            // A key without a value is there to be filled in.
            wiki::head::Value::Null => FieldValue::Text(String::new()),
            wiki::head::Value::Map(_) => continue,
        };
        head.push((entry.key.clone(), value));
    }
}

fn body_of(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

/// `folder/name` typed as a title shows its last part.
fn shown_title(title: &str) -> String {
    title.trim().rsplit('/').next().unwrap_or(title).trim().to_owned()
}

/// The type of a template that is named instead of a type: of `templates/decision-log.md` its `type:`.
fn of_template<'s>(
    draft: &mut Draft<'_>,
    schema: &'s Schema,
    request: &Request<'_>,
) -> Result<Option<&'s PageType>, Error> {
    let Some(name) = request.page_type.filter(|it| schema.by_name(it).is_none()) else {
        return Ok(None);
    };
    let Ok(at) = PagePath::parse_existing(&template_of(name)) else { return Ok(None) };
    let template = draft.page(&at)?.and_then(|it| it.head.text("type"));
    Ok(template.and_then(|it| schema.by_name(&it)))
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
    ["topic", "entity", "knowledge"].iter().find_map(|it| schema.by_name(it))
}

/// A pattern such as `项目-{name}` claims the titles that begin as it does.
fn has_prefix(pattern: &str, title: &str) -> bool {
    let prefix = pattern.split('{').next().unwrap_or("");
    prefix.chars().count() > 1 && title.starts_with(prefix)
}

/// Where the page goes: as its path says, or after its title in the type's folder. Its file is named
/// as the type's files are.
fn place(
    draft: &mut Draft<'_>,
    request: &Request<'_>,
    page_type: Option<&PageType>,
    head: &[(String, FieldValue)],
) -> Result<PagePath, Error> {
    let typed = request.page.trim();
    if typed.is_empty() {
        return Err(Error::bad("the page's title is blank", "give the page a title"));
    }
    let is_path = is_path(draft, request)?;
    if let Some(file) = page_type.and_then(|it| it.file.as_deref()) {
        return PagePath::parse_existing(file).map_err(|err| problem::from_path(&err));
    }
    let (folder, name) = if is_path {
        let path = as_path(typed)?;
        if let Some(page_type) = page_type {
            fits_folder(&draft.schema, page_type, path.folder())?;
        }
        (path.folder().to_owned(), path.name().to_owned())
    } else {
        // A title is redacted before a file is named after it, while its secret can still be seen.
        let folder = page_type.map_or("", |it| it.folder.as_str()).trim_matches('/');
        (folder.to_owned(), canon::slug(&wiki::policy::redact(typed).0))
    };
    let name = match page_type {
        Some(page_type) if page_type.pattern.is_some() && draft.schema.names_files_in(&folder) => {
            named(draft, page_type, &folder, &name, head)?
        }
        _ => telling(name, page_type),
    };
    let file = if folder.is_empty() { name } else { format!("{folder}/{name}") };
    PagePath::parse(&file).map_err(|err| {
        Error::new(Kind::Refused, format!("no file can be named after the title `{typed}`"))
            .hint(err.hint())
    })
}

/// The path that was typed. Where its last part is a title that no file can be called by, the file is named after it.
pub(crate) fn as_path(typed: &str) -> Result<PagePath, Error> {
    let refused = match PagePath::parse(typed) {
        Ok(path) => return Ok(path),
        Err(refused) if !refused.is_of_title() && !begins_with_dot(typed) => {
            return Err(problem::from_path(&refused));
        }
        Err(refused) => refused,
    };
    // A title is redacted before a file is named after it, while its secret can still be seen.
    let slugged = |title: &str| canon::slug(&wiki::policy::redact(title).0);
    let file = match typed.rsplit_once('/') {
        Some((_, "")) => return Err(problem::from_path(&refused)),
        Some((folder, title)) => format!("{folder}/{}", slugged(title)),
        None => telling(slugged(typed), None),
    };
    PagePath::parse(&file).map_err(|_| problem::from_path(&refused))
}

/// Gives a page whose file was named after what was typed that as its title: as its own where it has none, else as
/// an alias, by which it is found as well.
pub(crate) fn keep_title(draft: &mut Draft<'_>, path: &PagePath, typed: &str) -> Result<(), Error> {
    let title = shown_title(typed);
    let page = draft.existing(path)?;
    let is_named =
        PagePath::parse(typed).is_ok() || canon::fold(&page.title()) == canon::fold(&title);
    let can_say = match page.head.kind {
        HeadKind::None => true,
        HeadKind::Yaml => !page.head.broken,
        HeadKind::Toml | HeadKind::Json => false,
    };
    if is_named || !can_say {
        return Ok(());
    }
    let (key, value) = if page.title() == path.name() {
        ("title", FieldValue::Text(title))
    } else {
        let mut aliases = page.head.list("aliases");
        aliases.push(title);
        (page.head.key_as_written("aliases").unwrap_or("aliases"), FieldValue::List(aliases))
    };
    draft.edit(path, &[Edit::SetField { key: key.to_owned(), value }])
}

/// Refuses a page of one type in the folder of another.
fn fits_folder(schema: &Schema, page_type: &PageType, folder: &str) -> Result<(), Error> {
    let Some(other) = schema.claimed(page_type, folder) else { return Ok(()) };
    Err(Error::bad(
        format!("{folder}/ is for pages of type {}, not {}", other.name, page_type.name),
        format!("put it into {}/, or leave the type out", page_type.folder),
    ))
}

/// The name after the type's pattern.
fn named(
    draft: &Draft<'_>,
    page_type: &PageType,
    folder: &str,
    name: &str,
    head: &[(String, FieldValue)],
) -> Result<String, Error> {
    let field = |key: &str| {
        head.iter().find(|(known, _)| known == key).and_then(|(_, value)| match value {
            FieldValue::Text(text) => Some(text.clone()),
            FieldValue::List(_) => None,
        })
    };
    let only_day = page_type.pattern.as_deref() == Some("{date}");
    if only_day && !page_type.name_fits(name) && time::read_date(name).is_none() {
        return Err(Error::new(
            Kind::Refused,
            format!(
                "pages of type {} are named after their day, and `{name}` is none",
                page_type.name
            ),
        )
        .hint("name a day, such as `today` or `2026-05-20`, or put the page into another folder"));
    }
    let numbered = page_type.pattern.as_deref().is_some_and(|it| it.contains("{id}"));
    let number = if numbered { pages_below(draft, folder)? + 1 } else { 1 };
    let day = ["date", "created_at"].iter().find_map(|it| wiki::time::read_date(&field(it)?));
    let day = day.unwrap_or_else(|| draft.call.now.today());
    let naming = Naming { name, day, number, field: &field };
    let found = page_type.name_for(&naming);
    if numbered && found != name {
        refuse_same_title(draft, page_type, &field("title").unwrap_or_default())?;
    }
    Ok(found)
}

/// A new number must not make a second page of what has one.
fn refuse_same_title(draft: &Draft<'_>, page_type: &PageType, title: &str) -> Result<(), Error> {
    let title = canon::fold(title);
    let names = draft.memory.ask(|index| index.names(&title))?;
    let same = names.into_iter().find(|it| {
        canon::fold(&it.title) == title
            && it.page_type.as_deref() == Some(page_type.name.as_str())
            && !crate::facets::in_archive(it.path.as_str())
    });
    let Some(same) = same else { return Ok(()) };
    Err(Error::new(Kind::Conflict, format!("the page {} exists already", same.path))
        .hint("use `memopage write` or `memopage edit` to change it"))
}

/// A file whose name would be a bare number, id or date is told what it is.
fn telling(name: String, page_type: Option<&PageType>) -> String {
    let bare_date = name.len() <= 10 && wiki::time::read_date(&name).is_some();
    if canon::says_nothing(&name).is_none() && !bare_date {
        return name;
    }
    format!("{}-{name}", page_type.map_or("page", |it| it.name.as_str()))
}

fn pages_below(draft: &Draft<'_>, folder: &str) -> Result<usize, Error> {
    let below = search::Filters {
        paths: vec![format!("{folder}/")],
        archived: search::Archived::All,
        ..search::Filters::default()
    };
    Ok(draft.memory.ask(|index| index.rows(&below, search::Order::Path, 0, 1))?.total)
}

/// Whether a name of several parts reads as a path that no page can have: through a hidden folder, a device, or
/// an empty part. A title has blanks in it, or is a link.
fn leads_astray(typed: &str) -> bool {
    let Some((first, _)) = typed.split_once('/') else { return false };
    let hidden = first.starts_with('.') && first != ".archive" && !first.contains(' ');
    let said = |part: &str| part.contains(char::is_whitespace) && !part.starts_with('.');
    let is_title = typed.contains("://") || typed.split('/').any(said);
    hidden || (!is_title && PagePath::parse_existing(typed).is_err())
}

/// Whether a name begins with a dot as that of a thing does (`.NET`), and not as a hidden file's.
pub(crate) fn begins_with_dot(typed: &str) -> bool {
    let name = typed.trim().strip_prefix('.').unwrap_or_default();
    let plain = |c: char| !matches!(c, '/' | '\\' | '%') && !c.is_control();
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(plain)
}

/// Whether a name holds what a server would take for another sign (`%2e`), and not a share of something (`100%`).
fn holds_code(typed: &str) -> bool {
    let is_code = |(at, _): (usize, &str)| {
        let code = typed.as_bytes().get(at + 1..at + 3);
        code.is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))
    };
    typed.match_indices('%').any(is_code)
}

/// Whether a name is meant as a path: it begins with a folder of the vault or of its schema, or it
/// is one that leads astray, which must be refused and not be taken for a title.
fn is_path(draft: &Draft<'_>, request: &Request<'_>) -> Result<bool, Error> {
    let typed = request.page.trim();
    if begins_with_dot(typed) {
        return Ok(false);
    }
    let astray = typed.contains(['\\', '\0'])
        || holds_code(typed)
        || typed.starts_with('/')
        || typed.split('/').any(|part| matches!(part.trim(), "." | ".."))
        || leads_astray(typed);
    let Some((folder, _)) = typed.rsplit_once('/') else {
        let is_bad = PagePath::parse_existing(typed).is_err_and(|it| !it.is_of_title());
        return Ok(astray || is_bad);
    };
    if astray || request.title.is_some() || draft.schema.for_folder(folder).is_some() {
        return Ok(true);
    }
    let used = pages_below(draft, folder)? > 0;
    // Without a type there is no folder to put a title into, and a path is the likelier thing.
    Ok(used || (request.page_type.is_none() && PagePath::parse(typed).is_ok()))
}
