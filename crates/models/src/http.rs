//! What pulling and remote models share of HTTP: a blocking client whose proxy, certificates and time
//! limits are handed in, and a verdict on its errors. No message repeats a URL's user part or a header.

use std::fmt;
use std::time::Duration;
use ureq::Agent;
use ureq::tls::{PemItem, RootCerts, TlsConfig};

/// How the network is reached.
#[derive(Clone)]
pub struct Network {
    /// A proxy such as `http://proxy.example:3128`.
    pub proxy: Option<String>,
    /// Certificates in PEM that are trusted instead of the public ones, for networks that have their own.
    pub certificates: Option<Vec<u8>>,
    /// How long one answer may take; while fetching, how long the line may be silent.
    pub timeout: Duration,
}

const TIMEOUT: Duration = Duration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

impl Default for Network {
    fn default() -> Self {
        Self { proxy: None, certificates: None, timeout: TIMEOUT }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A proxy's address can hold a password.
        f.debug_struct("Network")
            .field("proxy", &self.proxy.as_ref().map(|_| "…"))
            .field("certificates", &self.certificates.as_ref().map(Vec::len))
            .field("timeout", &self.timeout)
            .finish()
    }
}

/// What the client is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Long files from hubs that redirect to their storage.
    Fetch,
    /// Short calls with a key, which must not follow a redirect to somebody else.
    Call,
}

const REDIRECTS: u32 = 8;

impl Network {
    /// A client, or what is wrong with the settings.
    pub(crate) fn agent(&self, purpose: Purpose) -> Result<Agent, String> {
        let proxy = match &self.proxy {
            Some(proxy) => {
                Some(ureq::Proxy::new(proxy).map_err(|_| "the proxy's address is not one")?)
            }
            None => None,
        };
        let mut tls = TlsConfig::builder();
        if let Some(pem) = &self.certificates {
            let mut roots = Vec::new();
            for item in ureq::tls::parse_pem(pem) {
                if let PemItem::Certificate(certificate) =
                    item.map_err(|_| "the certificates are not in PEM")?
                {
                    roots.push(certificate);
                }
            }
            if roots.is_empty() {
                return Err("the file of certificates holds none".into());
            }
            tls = tls.root_certs(RootCerts::from(roots));
        }
        let config = Agent::config_builder()
            .proxy(proxy)
            .tls_config(tls.build())
            .http_status_as_error(false)
            .user_agent(concat!("memopage/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(CONNECT_TIMEOUT.min(self.timeout)));
        let config = match purpose {
            Purpose::Fetch => config
                .max_redirects(REDIRECTS)
                .timeout_recv_response(Some(self.timeout))
                .timeout_per_read(Some(self.timeout)),
            Purpose::Call => config
                .max_redirects(0)
                .max_redirects_will_error(false)
                .timeout_global(Some(self.timeout)),
        };
        Ok(config.build().new_agent())
    }
}

/// What went wrong between us and the other side, and whether it may pass.
pub(crate) fn verdict(error: &ureq::Error) -> (String, bool) {
    match error {
        ureq::Error::Timeout(_) => ("no answer in time".into(), true),
        ureq::Error::HostNotFound => ("no such host, or no network".into(), true),
        ureq::Error::ConnectionFailed => ("no connection".into(), true),
        ureq::Error::Io(error) => (error.to_string(), true),
        ureq::Error::BodyStalled | ureq::Error::Protocol(_) => {
            ("the answer broke off or is no HTTP".into(), true)
        }
        ureq::Error::ConnectProxyFailed(_) => ("the proxy gave no connection".into(), true),
        ureq::Error::Rustls(error) => (format!("no secure connection: {error}"), false),
        ureq::Error::Tls(error) => (format!("no secure connection: {error}"), false),
        ureq::Error::BodyExceedsLimit(most) => {
            (format!("an answer of more than {most} bytes"), false)
        }
        ureq::Error::TooManyRedirects | ureq::Error::RedirectFailed => {
            ("it redirects without end".into(), false)
        }
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => ("its address is not one".into(), false),
        _ => ("the request could not be made".into(), false),
    }
}

/// Whether a status says that the same request may succeed later.
pub(crate) fn may_pass(status: u16) -> bool {
    matches!(status, 408 | 425 | 429) || (status >= 500 && status != 501 && status != 505)
}

/// Host with port of a URL, if it is one that can be called and holds no password.
pub(crate) fn host(url: &str) -> Result<&str, String> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))
        .ok_or("an address begins with http:// or https://")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.contains('@') {
        return Err("a name or password does not belong in the address".into());
    }
    if host.is_empty() || url.contains(|letter: char| letter.is_whitespace() || letter.is_control())
    {
        return Err("the address has no host".into());
    }
    Ok(host)
}
