//! What the made-up documents are about.

pub(super) const DOMAINS: [(&str, &str); 6] = [
    ("compliance", "COM"),
    ("security", "SEC"),
    ("finance", "FIN"),
    ("people", "PPL"),
    ("operations", "OPS"),
    ("privacy", "PRV"),
];

pub(super) const SYSTEMS: [&str; 12] = [
    "payment gateway",
    "login service",
    "invoice export",
    "warehouse scanner",
    "mail relay",
    "customer portal",
    "backup job",
    "search cluster",
    "phone system",
    "badge readers",
    "reporting database",
    "label printer",
];

pub(super) const FAULTS: [&str; 10] = [
    "timeout",
    "data loss",
    "slow answers",
    "expired certificate",
    "wrong totals",
    "duplicate messages",
    "full disk",
    "failed upgrade",
    "leaked password",
    "power cut",
];

pub(super) const CAUSES: [&str; 8] = [
    "a connection pool that was never given back",
    "a certificate nobody had on a calendar",
    "a retry without a limit",
    "a migration that ran twice",
    "a cable that was pulled during cleaning",
    "a rule that matched more than it should",
    "a clock that was eleven minutes off",
    "a supplier who changed a format without notice",
];

pub(super) const TOPICS: [&str; 20] = [
    "Records retention",
    "Access to production",
    "Travel expenses",
    "Remote work",
    "Supplier approval",
    "Incident reporting",
    "Gifts and invitations",
    "Password length",
    "Data export",
    "Visitor registration",
    "Change approval",
    "Overtime",
    "Petty cash",
    "Backup testing",
    "Screen locking",
    "Customer complaints",
    "Conflict of interest",
    "Personal devices",
    "Key custody",
    "Site inspection",
];

pub(super) const CHAPTERS: [&str; 5] =
    ["Purpose", "Duties", "Procedure", "Exceptions", "Evidence and review"];

pub(super) const OBLIGED: [&str; 8] = [
    "The team lead",
    "Every employee",
    "The owner of the system",
    "The finance desk",
    "The duty officer",
    "A supplier",
    "The data protection officer",
    "The site manager",
];

pub(super) const DUTIES: [&str; 14] = [
    "keeps a signed copy for seven years",
    "answers within two working days",
    "names a deputy in writing",
    "reports every exception to the board",
    "checks the list on the first Monday of a month",
    "deletes what is no longer needed",
    "asks for a second signature above 5,000 EUR",
    "tests the procedure once a quarter",
    "records who was present",
    "returns the key on the same day",
    "files the receipt with the month's papers",
    "tells the customer what was decided",
    "does not pass the document on",
    "starts again if a step was left out",
];

pub(super) const FIRST: [&str; 20] = [
    "Alder",
    "Birch",
    "Cobalt",
    "Dunmore",
    "Elmfield",
    "Fjord",
    "Granite",
    "Harrow",
    "Inverley",
    "Juniper",
    "Kestrel",
    "Larkhill",
    "Meridian",
    "Northway",
    "Oakhurst",
    "Pemberton",
    "Quarry",
    "Rowan",
    "Silverlake",
    "Thornbury",
];

pub(super) const SECOND: [&str; 10] = [
    "Logistics",
    "Foods",
    "Instruments",
    "Textiles",
    "Insurance",
    "Clinics",
    "Energy",
    "Shipping",
    "Studios",
    "Tooling",
];

pub(super) const PEOPLE: [&str; 12] = [
    "Ines Okafor",
    "Tomasz Brandt",
    "Leila Haddad",
    "Marcus Lindqvist",
    "Priya Nair",
    "Jonas Weber",
    "Carla Mendes",
    "Hiro Tanaka",
    "Grace Mbeki",
    "Olga Petrova",
    "Samuel Reyes",
    "Wen Li",
];

pub(super) const INCIDENT_STATUSES: [&str; 3] = ["resolved", "investigating", "monitoring"];
pub(super) const POLICY_STATUSES: [&str; 3] = ["active", "draft", "retired"];
pub(super) const CLIENT_STATUSES: [&str; 2] = ["active", "former"];
