//! Hands as two 64-bit masks, legality as table look-ups, cards drawn at random from an unshuffled pile (the same
//! distribution as shuffling first, without the shuffle), wyrand. The speed-of-light candidate.
//!
//! Bit `16 * colour + rank` of `lo` is the first copy of a card and of `hi` the second; the four Wilds and the four
//! Wild Draw Fours lie in `lo` at ranks 13 and 14 of the four lanes. Card ids are those bit numbers (+64 in `hi`).

use super::rng::{Wy, scale};
use super::{
    CARDS, DECK, DRAW2, HAND, Hook, MAX_TURNS, NO_CARD, PLAYERS, REVERSE, SKIP, Stats, WD4, WILD,
    rank,
};

const LANES: u64 = 0x0001_0001_0001_0001;
pub const COLOUR: [u64; 4] = [0x1fff, 0x1fff << 16, 0x1fff << 32, 0x1fff << 48];
const WILDS: u64 = LANES << WILD;
pub const FOURS: u64 = LANES << WD4;
/// The cards of a rank (of any colour) plus the Wilds; a wild top card has no rank to match.
pub const RANK: [u64; 16] = {
    let mut t = [WILDS; 16];
    let mut r = 0;
    while r <= DRAW2 {
        t[r as usize] |= LANES << r;
        r += 1;
    }
    t
};
/// What a top card lets the next player play; index = 16 * current colour + rank.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Top {
    legal: u64,
    colour: u64,
}
static TOP: [Top; 64] = {
    let mut t = [Top { legal: 0, colour: 0 }; 64];
    let mut i = 0;
    while i < 64 {
        let colour = COLOUR[i >> 4];
        t[i] = Top { legal: colour | RANK[i & 15], colour };
        i += 1;
    }
    t
};

/// What a card does; index = direction before the card (0 or 16) + rank.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Effect {
    /// Seats to move on by, modulo 4.
    advance: u8,
    /// Cards that the player `next` seats on draws.
    penalty: u8,
    next: u8,
    direction: u8,
}
static EFFECT: [Effect; 32] = {
    let mut t = [Effect { advance: 0, penalty: 0, next: 0, direction: 0 }; 32];
    let mut i = 0;
    while i < 32 {
        let r = (i & 15) as u8;
        let direction = i as u8 & 16 ^ if r == REVERSE { 16 } else { 0 };
        let next = if direction == 0 { 1 } else { 3 };
        let penalty = if r == DRAW2 {
            2
        } else if r == WD4 {
            4
        } else {
            0
        };
        let advance = if r == SKIP || penalty > 0 { 2 } else { next };
        t[i] = Effect { advance, penalty, next, direction };
        i += 1;
    }
    t
};

/// First and second copies.
type Hand = [u64; 2];

#[inline(always)]
fn flip(hand: &mut Hand, card: u8) {
    hand[(card >> 6 & 1) as usize] ^= 1 << (card & 63);
}

#[inline(always)]
fn size(hand: Hand) -> u32 {
    hand[0].count_ones() + hand[1].count_ones()
}

/// Points of a set of cards: the ranks 1-9 by binary digit, then actions and wilds.
#[inline(always)]
pub fn points(lo: u64, hi: u64) -> u32 {
    let count = |lane: u64| (lo & (LANES * lane)).count_ones() + (hi & (LANES * lane)).count_ones();
    count(0b10_1010_1010)
        + 2 * count(0b00_1100_1100)
        + 4 * count(0b00_1111_0000)
        + 8 * count(0b11_0000_0000)
        + 20 * count(0x1c00)
        + 50 * count(0x6000)
}

/// Draw pile and discard pile. Drawing takes a random one of the remaining cards.
struct Piles {
    draw: [u8; 128],
    left: u32,
    discard: [u8; 128],
    thrown: u32,
    reshuffles: u64,
}

impl Piles {
    /// Takes a random card; the pile must not be empty.
    #[inline(always)]
    fn take(&mut self, x32: u64) -> u8 {
        let i = scale(x32, self.left) as usize & 127;
        self.left -= 1;
        let card = self.draw[i];
        self.draw[i] = self.draw[self.left as usize & 127];
        card
    }
    #[inline(always)]
    fn pop(&mut self, x32: u64) -> Option<u8> {
        if self.left == 0 {
            self.refill();
            if self.left == 0 {
                return None;
            }
        }
        Some(self.take(x32))
    }
    #[inline(always)]
    fn push(&mut self, card: u8) {
        self.discard[self.thrown as usize & 127] = card;
        self.thrown += 1;
    }
    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        self.reshuffles += 1;
        self.left = self.thrown - 1;
        self.draw = self.discard;
        self.discard[0] = self.draw[self.left as usize];
        self.thrown = 1;
    }
    fn check(&self, hands: &[Hand; PLAYERS]) {
        if cfg!(debug_assertions) {
            let mut all = self.draw[..self.left as usize].to_vec();
            all.extend(&self.discard[..self.thrown as usize]);
            for h in hands {
                all.extend((0..64).filter(|b| h[0] >> b & 1 == 1));
                all.extend((64..128).filter(|b| h[1] >> (b - 64) & 1 == 1));
            }
            let mut want = DECK;
            all.sort();
            want.sort();
            assert_eq!(all, want, "cards were lost or made");
        }
    }
}

/// Position of the n-th set bit (n < number of set bits).
pub trait Select {
    fn nth(mask: u64, n: u32) -> u32;
}
pub struct Portable;
impl Select for Portable {
    #[inline(always)]
    fn nth(mut mask: u64, n: u32) -> u32 {
        for _ in 0..n {
            mask &= mask - 1;
        }
        mask.trailing_zeros()
    }
}
#[cfg(target_arch = "x86_64")]
pub struct Bmi2;
#[cfg(target_arch = "x86_64")]
impl Select for Bmi2 {
    #[inline(always)]
    fn nth(mask: u64, n: u32) -> u32 {
        // SAFETY: only used inside `play_bmi2`, which is entered after detecting BMI2.
        unsafe { std::arch::x86_64::_pdep_u64(1 << n, mask) }.trailing_zeros()
    }
}

pub const PILE: [u8; 128] = {
    let mut p = [0; 128];
    let mut i = 0;
    while i < CARDS {
        p[i] = DECK[i];
        i += 1;
    }
    p
};

#[inline(always)]
fn play_with<S: Select, H: Hook>(games: u64, seed: u64, hook: &mut H) -> Stats {
    let mut stats = Stats::default();
    let mut rng = Wy::new(seed);
    let mut piles = Piles { draw: PILE, left: 0, discard: [0; 128], thrown: 0, reshuffles: 0 };
    for _ in 0..games {
        (piles.draw, piles.left, piles.thrown) = (PILE, CARDS as u32, 0);
        let mut hands = [[0; 2]; PLAYERS];
        for pair in 0..PLAYERS * HAND / 2 {
            let x = rng.next_u64();
            flip(&mut hands[(2 * pair) & 3], piles.take(x >> 32));
            flip(&mut hands[(2 * pair + 1) & 3], piles.take(x & 0xffff_ffff));
        }
        let first = loop {
            let card = piles.take(rng.next_u64() >> 32);
            if rank(card) != WD4 {
                break card;
            }
            piles.draw[piles.left as usize] = card;
            piles.left += 1;
        };
        piles.push(first);
        // `top` = 16 * current colour + rank of the top card; `direction` = 0 or 16.
        let mut top = if rank(first) == WILD {
            rng.below(4) as usize * 16 + WILD as usize
        } else {
            first as usize & 63
        };
        let (mut player, mut direction) = match rank(first) {
            SKIP => (1, 0),
            REVERSE => (3, 16),
            DRAW2 => {
                let x = rng.next_u64();
                flip(&mut hands[0], piles.take(x >> 32));
                flip(&mut hands[0], piles.take(x & 0xffff_ffff));
                (1, 0)
            }
            _ => (0usize, 0usize),
        };

        let (mut plays, mut passes, mut choices) = (0u64, 0u64, 0u64);
        let winner = loop {
            let hand = &mut hands[player & 3];
            let Top { mut legal, colour } = TOP[top & 63];
            legal |= if (hand[0] | hand[1]) & colour == 0 { FOURS } else { 0 };
            let (lo, hi) = (hand[0] & legal, hand[1] & legal);
            let x = rng.next_u64();
            let card;
            if lo | hi != 0 {
                let in_lo = lo.count_ones();
                let n = scale(x >> 32, in_lo + hi.count_ones());
                let second = n >= in_lo;
                let (mask, n) = if second { (hi, n - in_lo) } else { (lo, n) };
                card = S::nth(mask, n) as u8 | (second as u8) << 6;
                flip(hand, card);
            } else {
                let drawn = piles.pop(x >> 32);
                let playable = drawn.is_some_and(|c| legal >> (c & 63) & 1 == 1);
                choices += playable as u64;
                if !(playable && x & 4 == 0) {
                    if let Some(c) = drawn {
                        flip(hand, c);
                    }
                    let hand = *hand;
                    hook.on_turn(NO_CARD, 0, player & 3, || size(hand));
                    player += 1 + (direction >> 3); // 1 or 3, that is -1 modulo 4
                    piles.check(&hands);
                    passes += 1;
                    if passes >= MAX_TURNS {
                        break None;
                    }
                    continue;
                }
                card = drawn.unwrap();
            }
            let (by, left) = (player & 3, *hand);
            plays += 1;
            piles.push(card);
            let r = rank(card) as usize;
            top = if r >= WILD as usize { (x as usize & 3) << 4 | r } else { card as usize & 63 };
            let effect = EFFECT[(direction + r) & 31];
            direction = effect.direction as usize;
            if effect.penalty != 0 {
                let next = &mut hands[(player + effect.next as usize) & 3];
                for _ in 0..effect.penalty / 2 {
                    let x = rng.next_u64();
                    for x32 in [x >> 32, x & 0xffff_ffff] {
                        if let Some(c) = piles.pop(x32) {
                            flip(next, c);
                        }
                    }
                }
            }
            player += effect.advance as usize;
            piles.check(&hands);
            hook.on_turn(r as u8, card, by, || size(left));
            if left[0] | left[1] == 0 {
                break Some(by);
            }
        };
        stats.plays += plays;
        stats.actions += plays + passes + choices;
        // The hands are disjoint, so their union has the points of all of them.
        let all = |half: usize| hands.iter().fold(0, |m, h| m | h[half]);
        stats.end(plays + passes, winner, points(all(0), all(1)));
    }
    stats.reshuffles = piles.reshuffles;
    stats
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
fn play_bmi2<H: Hook>(games: u64, seed: u64, hook: &mut H) -> Stats {
    play_with::<Bmi2, H>(games, seed, hook)
}

/// Baseline x86-64 code only.
pub fn play_portable(games: u64, seed: u64, hook: &mut impl Hook) -> Stats {
    play_with::<Portable, _>(games, seed, hook)
}

/// POPCNT and PDEP where the processor has them (detected at run time).
pub fn play<H: Hook>(games: u64, seed: u64, hook: &mut H) -> Stats {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
    {
        // SAFETY: the features were just detected.
        return unsafe { play_bmi2(games, seed, hook) };
    }
    play_portable(games, seed, hook)
}
