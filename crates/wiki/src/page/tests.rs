use super::*;

#[test]
fn a_revision_reads_what_it_shows() {
    let revision = Revision::of(b"text");
    assert_eq!(revision.to_string().parse(), Ok(revision));
    assert!("x".parse::<Revision>().is_err());
}
