//! The turns of a conversation in the order in which they were said. A file may hold them in another one.

use jiff::SignedDuration;
use jiff::civil::DateTime;

/// By how much the clocks of two speakers may differ, so that a turn that seems earlier than the one before it
/// is not taken for one.
const CLOCKS: SignedDuration = SignedDuration::from_mins(1);

/// In which order turns stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// As they were said.
    Kept,
    /// They were sorted.
    Sorted,
    /// They are not as they were said, and not all say when that was.
    Unknown,
}

/// Sorts turns by their times where those are out of order and none lacks; equal times keep their order.
pub(super) fn sort<T>(turns: &mut [T], at: impl Fn(&T) -> Option<DateTime>) -> Order {
    let mut last: Option<DateTime> = None;
    let in_order = turns.iter().filter_map(&at).all(|now| {
        let later = last.is_none_or(|last| now.duration_since(last) >= -CLOCKS);
        last = Some(now);
        later
    });
    if in_order {
        return Order::Kept;
    }
    if turns.iter().any(|turn| at(turn).is_none()) {
        return Order::Unknown;
    }
    turns.sort_by_key(at);
    Order::Sorted
}
