//! How a host is reached: the proxy and the certificates of the environment, as one value for whoever calls.

use crate::env_vars;
use models::Network;

/// The way to the host of `url`, or why the environment's settings cannot be used.
pub(crate) fn to(url: &str) -> Result<Network, String> {
    let certificates = match env_vars::certificates() {
        None => None,
        Some(path) => Some(std::fs::read(&path).map_err(|err| {
            format!(
                "cannot read {}, which {} names: {err}",
                path.display(),
                env_vars::SSL_CERT_FILE
            )
        })?),
    };
    let proxy = match is_direct(host(url), &env_vars::no_proxy()?) {
        true => None,
        false => env_vars::proxy(url.starts_with("https://"))?,
    };
    Ok(Network { proxy, certificates, ..Network::default() })
}

/// The host of a URL, without name, password and port.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
    match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Whether a host is reached without a proxy: this machine, or one that the list names, itself or by the
/// end of its name.
fn is_direct(host: &str, list: &str) -> bool {
    let host = host.to_ascii_lowercase();
    if host == "localhost" || host == "::1" || host.starts_with("127.") {
        return true;
    }
    list.split(',').map(str::trim).filter(|it| !it.is_empty()).any(|it| {
        let it = it.to_ascii_lowercase();
        let end = it.trim_start_matches('*').trim_start_matches('.');
        it == "*" || host == end || host.strip_suffix(end).is_some_and(|front| front.ends_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_reached_directly_when_it_is_here_or_named() {
        let list = "example.org, .inner.net,*.wild.net";
        for (url, direct) in [
            ("http://127.0.0.1:11434", true),
            ("http://[::1]:8080/v1", true),
            ("http://user:pw@127.0.0.1:11434", true),
            ("http://user:p@w@[::1]:8080/v1", true),
            ("https://example.org@elsewhere.com/", false),
            ("https://elsewhere.com/a@example.org", false),
            ("https://example.org/x", true),
            ("https://api.example.org:443", true),
            ("https://notexample.org", false),
            ("https://a.inner.net", true),
            ("https://b.wild.net/", true),
            ("https://elsewhere.com", false),
        ] {
            assert_eq!(is_direct(host(url), list), direct, "{url}");
        }
        assert!(is_direct("anything", "*") && !is_direct("anything", ""));
    }
}
