//! A line of a report's page.

/// Writes a line, or an empty one, to a page. A string takes any text, so that writing to it has no outcome to look at.
macro_rules! line {
    ($page:expr) => { $page.push('\n') };
    ($page:expr, $($text:tt)*) => {
        writeln!($page, $($text)*).expect("because a string takes any text")
    };
}

pub(crate) use line;
