//! Is a race a lost update? Each thread reads an element and writes it back, with no barrier between: no wait between the two
//! threads keeps both changes.

use super::Explain;
use crate::program::{Access, Command, Kind, Site};
use crate::race::Race;
use crate::warps::Warps;

impl Explain<'_> {
    /// Do both threads read and write back what they race for, each `in_one` statement?
    pub fn is_update(&self, race: &Race, in_one: impl Fn(Site, Site) -> bool) -> bool {
        [&race.first, &race.second].into_iter().all(|side| {
            let at = self.warps.position(side.at);
            at.is_some_and(|(warp, position, lane)| is_half(self.warps, warp, position, lane, &in_one))
        })
    }
}

/// The same of the first such access of a lane of a warp.
pub fn is_half_of_update(
    warps: &Warps,
    (warp, lane): (usize, u32),
    access: &Access,
    in_one: impl Fn(Site, Site) -> bool,
) -> bool {
    let mut events = (0..).zip(&warps.warps[warp].events);
    let is_it = |command| matches!(command, Command::Access(other) if other == *access);
    let own = |event: crate::warps::Event| warps.is_command_of(event, lane);
    let at = events.find(|&(_, &event)| own(event) && warps.command_of(event, lane).is_some_and(is_it));
    at.is_some_and(|(position, _)| is_half(warps, warp, position, lane, &in_one))
}

/// Is this access the read of an update, or the write of one, or both?
fn is_half(
    warps: &Warps,
    warp: usize,
    position: u32,
    lane: u32,
    in_one: &impl Fn(Site, Site) -> bool,
) -> bool {
    let events = &warps.warps[warp].events;
    let command = |at: usize| {
        let event = events[at];
        warps.is_command_of(event, lane).then(|| warps.command_of(event, lane)).flatten()
    };
    let Some(Command::Access(this)) = command(position as usize) else { return false };
    let other = |kind| {
        move |command: &Command| match command {
            Command::Register(_) => true,
            Command::Access(access) => access.kind == kind && access.overlaps(&this),
        }
    };
    let position = position as usize;
    let partner = match this.kind {
        Kind::Update => return true,
        Kind::Read => (position + 1..events.len()).filter_map(command).find(other(Kind::Write)),
        Kind::Write => (0..position).rev().filter_map(command).find(other(Kind::Read)),
    };
    matches!(partner, Some(Command::Access(partner))
        if (partner.offset, partner.size) == (this.offset, this.size) && in_one(this.site, partner.site))
}
