//! Cards as bytes, hands as fixed byte arrays, no allocation, a full Fisher-Yates shuffle per hand, `SmallRng`. What a
//! careful but unexotic engine can do.

use super::{
    CARDS, DECK, DRAW2, HAND, Hook, MAX_TURNS, NO_CARD, PLAYERS, POINTS, REVERSE, SKIP, Stats, WD4,
    WILD,
};
use super::{colour, rank};
use rand09::{Rng, SeedableRng, rngs::SmallRng, seq::SliceRandom};

#[derive(Clone, Copy)]
struct Pile {
    cards: [u8; CARDS],
    len: usize,
}

impl Pile {
    const EMPTY: Pile = Pile { cards: [0; CARDS], len: 0 };
    fn push(&mut self, card: u8) {
        self.cards[self.len] = card;
        self.len += 1;
    }
    fn pop(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        Some(self.cards[self.len])
    }
    fn swap_remove(&mut self, index: usize) -> u8 {
        let card = self.cards[index];
        self.len -= 1;
        self.cards[index] = self.cards[self.len];
        card
    }
    fn as_slice(&self) -> &[u8] {
        &self.cards[..self.len]
    }
}

struct Game {
    hands: [Pile; PLAYERS],
    draw: Pile,
    discard: Pile,
    reshuffles: u64,
}

impl Game {
    fn pop(&mut self, rng: &mut SmallRng) -> Option<u8> {
        if self.draw.len == 0 {
            self.reshuffles += 1;
            let top = self.discard.pop().unwrap();
            std::mem::swap(&mut self.draw, &mut self.discard);
            self.discard.len = 0;
            self.discard.push(top);
            let n = self.draw.len;
            self.draw.cards[..n].shuffle(rng);
        }
        self.draw.pop()
    }
    fn give(&mut self, player: usize, n: usize, rng: &mut SmallRng) {
        for _ in 0..n {
            if let Some(card) = self.pop(rng) {
                self.hands[player].push(card);
            }
        }
    }
    fn check(&self) {
        if cfg!(debug_assertions) {
            let piles = self.hands.iter().chain([&self.draw, &self.discard]);
            let mut all: Vec<u8> = piles.flat_map(|p| p.as_slice()).copied().collect();
            let mut want = DECK;
            all.sort();
            want.sort();
            assert_eq!(all, want, "cards were lost or made");
        }
    }
}

pub fn play<H: Hook>(games: u64, seed: u64, hook: &mut H) -> Stats {
    let mut stats = Stats::default();
    let rng = &mut SmallRng::seed_from_u64(seed);
    for _ in 0..games {
        let mut g = Game {
            hands: [Pile::EMPTY; PLAYERS],
            draw: Pile { cards: DECK, len: CARDS },
            discard: Pile::EMPTY,
            reshuffles: 0,
        };
        g.draw.cards.shuffle(rng);
        for player in 0..PLAYERS {
            g.give(player, HAND, rng);
        }
        let first = loop {
            let card = g.draw.pop().unwrap();
            if rank(card) != WD4 {
                break card;
            }
            g.draw.push(card);
            let n = g.draw.len;
            g.draw.cards[..n].shuffle(rng);
        };
        g.discard.push(first);
        let (mut player, mut step) = (0usize, 1usize); // step 3 is -1 modulo 4
        let mut top = rank(first);
        let mut col = if top == WILD { rng.random_range(0..4) } else { colour(first) };
        match top {
            SKIP => player = 1,
            REVERSE => (player, step) = (3, 3),
            DRAW2 => {
                g.give(0, 2, rng);
                player = 1;
            }
            _ => {}
        }

        let mut turns = 0;
        let winner = loop {
            turns += 1;
            stats.actions += 1;
            // The playable positions, those of Wild Draw Fours kept apart until the colour is known to be missing.
            let (mut list, mut n, mut fours, mut has_colour) = ([0u8; CARDS], 0, 0, false);
            let hand = &g.hands[player];
            for (i, &card) in hand.as_slice().iter().enumerate() {
                let (r, c) = (rank(card), colour(card));
                if r == WD4 {
                    fours += 1;
                } else if r == WILD || c == col || r == top {
                    list[n] = i as u8;
                    n += 1;
                    has_colour |= c == col && r != WILD;
                }
            }
            if fours > 0 && !has_colour {
                for (i, &card) in hand.as_slice().iter().enumerate() {
                    if rank(card) == WD4 {
                        list[n] = i as u8;
                        n += 1;
                    }
                }
            }
            let played = if n > 0 {
                let i = list[rng.random_range(0..n)] as usize;
                Some(g.hands[player].swap_remove(i))
            } else if let Some(card) = g.pop(rng) {
                let (r, c) = (rank(card), colour(card));
                let playable = r >= WILD || c == col || r == top;
                stats.actions += playable as u64;
                if playable && rng.random() {
                    Some(card)
                } else {
                    g.hands[player].push(card);
                    None
                }
            } else {
                None
            };
            let by = player;
            if let Some(card) = played {
                stats.plays += 1;
                g.discard.push(card);
                top = rank(card);
                col = if top >= WILD { rng.random_range(0..4) } else { colour(card) };
                match top {
                    SKIP => player = (player + 2) & 3,
                    REVERSE => {
                        step = 4 - step;
                        player = (player + step) & 3;
                    }
                    DRAW2 | WD4 => {
                        g.give((player + step) & 3, if top == WD4 { 4 } else { 2 }, rng);
                        player = (player + 2) & 3;
                    }
                    _ => player = (player + step) & 3,
                }
            } else {
                player = (player + step) & 3;
            }
            g.check();
            let left = g.hands[by].len as u32;
            hook.on_turn(played.map_or(NO_CARD, rank), played.unwrap_or(0), by, || left);
            if left == 0 {
                break Some(by);
            }
            if turns >= MAX_TURNS {
                break None;
            }
        };
        let score =
            g.hands.iter().flat_map(|h| h.as_slice()).map(|&c| POINTS[rank(c) as usize]).sum();
        stats.reshuffles += g.reshuffles;
        stats.end(turns, winner, score);
    }
    stats
}
