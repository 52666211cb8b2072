//! What a page is and what may happen to it: pure values.
//!
//! Nothing here knows that a disk, a clock, an environment or a network exists: text and dates come
//! in as arguments, and what goes out is data.

pub mod agenda;
pub mod attribute;
pub mod canon;
pub mod decision;
pub mod edit;
pub mod fact;
pub mod graph;
pub mod head;
pub mod link;
pub mod markdown;
pub mod merge;
pub mod note;
pub mod numeral;
pub mod page;
pub mod path;
pub mod policy;
pub mod relation;
pub mod schema;
pub mod session;
pub mod time;
pub mod upkeep;

pub use canon::{Name, Resolved};
pub use decision::{Buried, Decisions};
pub use edit::{Edit, EditProblem, FieldValue, Splice};
pub use fact::{Fact, FactChange, FactInput, FactProblem, Marks};
pub use graph::{Files, How, Target};
pub use head::{Entry, Head, HeadKind, Value};
pub use link::{Link, LinkForm, LinkOrigin};
pub use merge::{Conflict, Merged};
pub use page::{Generated, Item, Page, Problem, ProblemKind, Revision, Section};
pub use path::{PagePath, PathProblem};
pub use policy::{
    Approved, Changes, Observation, Origin, PolicyLimits, Purpose, Redaction, Refusal, Screened,
    Trust, Write,
};
pub use relation::{Object, Triple};
pub use schema::{
    After, Layout, OnExpiry, PageType, Predicate, Priority, Retention, RetentionRow, Schema,
    Status, Then, WriteRule,
};
pub use session::{Session, Turn, TurnSpan};
pub use time::{DateProblem, Instants, Interval, Now};
