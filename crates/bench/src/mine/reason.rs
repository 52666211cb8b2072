//! Why a title does not find its page, as far as that can be known from outside.

use serde_json::json;

use super::ask::{Asking, TOP};
use super::promise::{Promise, Vault};

/// Hits looked at for a page that is not among the first.
const DEEP: usize = 100;

pub(super) fn of(asking: &Asking, vault: &Vault, promise: &Promise) -> Result<String, String> {
    if !promise.text.contains(char::is_alphanumeric) {
        return Ok("its title has no letter and no digit".to_owned());
    }
    if promise.text.chars().filter(|c| c.is_alphanumeric()).count() == 1 {
        return Ok("one letter says too little to find a page by".to_owned());
    }
    let look = |extra| asking.pages(&promise.question, &extra);
    let place = |pages: &[String]| pages.iter().position(|page| *page == promise.page);
    let titled = vault.titled(&promise.text);
    let same = if titled > 1 { format!("; {titled} pages have this title") } else { String::new() };
    if place(&look(json!({ "any": true }))?).is_some() {
        return Ok(format!("recall abstains: nothing seems to answer the title{same}"));
    }
    if place(&look(json!({ "archived": true }))?).is_some() {
        return Ok(
            "it is archived, or a log or map by its type, and such pages are not searched unless asked for"
                .to_owned()
        );
    }
    let deep = look(json!({ "any": true, "archived": true, "limit": DEEP }))?;
    if let Some(rank) = place(&deep) {
        let before: Vec<&str> = deep.iter().take(3).map(String::as_str).collect();
        return Ok(format!("rank {}, behind {}{same}", rank + 1, before.join(", ")));
    }
    let by_name = asking.target(&promise.page);
    Ok(match by_name {
        None => "it is not in the index".to_owned(),
        Some(_) if titled > TOP => format!("{titled} pages have this title"),
        Some(_) => format!("not among {DEEP} hits, though it can be read by its path{same}"),
    })
}
