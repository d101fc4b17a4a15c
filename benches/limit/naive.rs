//! The way one would first write it: enums, `Vec` hands, a freshly allocated list of legal actions per decision, an
//! `apply` that takes an action. It is here to show what plain idiomatic Rust costs.

use super::{HAND, Hook, MAX_TURNS, NO_CARD, PLAYERS, Stats};
use rand09::{Rng, SeedableRng, rngs::SmallRng, seq::SliceRandom};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    Red,
    Yellow,
    Green,
    Blue,
}
pub const COLOURS: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    Number(u8),
    Skip,
    Reverse,
    DrawTwo,
    Wild,
    WildDrawFour,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    pub colour: Option<Colour>,
    pub face: Face,
}

#[derive(Clone, Copy, Debug)]
pub enum Action {
    Play { index: usize, colour: Colour },
    Draw,
    Keep,
}

impl Card {
    fn points(self) -> u32 {
        match self.face {
            Face::Number(n) => n as u32,
            Face::Skip | Face::Reverse | Face::DrawTwo => 20,
            Face::Wild | Face::WildDrawFour => 50,
        }
    }
    fn rank(self) -> u8 {
        match self.face {
            Face::Number(n) => n,
            Face::Skip => 10,
            Face::Reverse => 11,
            Face::DrawTwo => 12,
            Face::Wild => 13,
            Face::WildDrawFour => 14,
        }
    }
}

pub fn deck() -> Vec<Card> {
    let mut deck = Vec::with_capacity(108);
    for c in COLOURS {
        let mut add =
            |face, times| (0..times).for_each(|_| deck.push(Card { colour: Some(c), face }));
        add(Face::Number(0), 1);
        (1..10).for_each(|n| add(Face::Number(n), 2));
        [Face::Skip, Face::Reverse, Face::DrawTwo].into_iter().for_each(|f| add(f, 2));
    }
    for face in [Face::Wild, Face::WildDrawFour] {
        (0..4).for_each(|_| deck.push(Card { colour: None, face }));
    }
    deck
}

struct Game {
    hands: Vec<Vec<Card>>,
    draw: Vec<Card>,
    discard: Vec<Card>,
    colour: Colour,
    player: usize,
    step: isize,
    drawn: bool,
    rng: SmallRng,
    reshuffles: u64,
}

impl Game {
    fn new(mut rng: SmallRng) -> Game {
        let mut draw = deck();
        draw.shuffle(&mut rng);
        let hands = (0..PLAYERS).map(|_| draw.split_off(draw.len() - HAND)).collect();
        let mut g = Game {
            hands,
            draw,
            discard: vec![],
            colour: Colour::Red,
            player: 0,
            step: 1,
            drawn: false,
            rng,
            reshuffles: 0,
        };
        let first = loop {
            let card = g.draw.pop().unwrap();
            if card.face != Face::WildDrawFour {
                break card;
            }
            g.draw.push(card);
            g.draw.shuffle(&mut g.rng);
        };
        g.colour = first.colour.unwrap_or(COLOURS[g.rng.random_range(0..4)]);
        g.discard.push(first);
        match first.face {
            Face::Skip => g.player = 1,
            Face::Reverse => (g.player, g.step) = (3, -1),
            Face::DrawTwo => {
                g.draw_cards(0, 2);
                g.player = 1;
            }
            _ => {}
        }
        g
    }

    fn draw_cards(&mut self, player: usize, n: usize) {
        for _ in 0..n {
            if self.draw.is_empty() {
                self.reshuffles += 1;
                let top = self.discard.pop().unwrap();
                std::mem::swap(&mut self.draw, &mut self.discard);
                self.discard.push(top);
                self.draw.shuffle(&mut self.rng);
            }
            if let Some(card) = self.draw.pop() {
                self.hands[player].push(card);
            }
        }
    }

    fn playable(&self, card: Card) -> bool {
        match card.face {
            Face::Wild => true,
            Face::WildDrawFour => {
                !self.hands[self.player].iter().any(|c| c.colour == Some(self.colour))
            }
            face => card.colour == Some(self.colour) || face == self.discard.last().unwrap().face,
        }
    }

    fn legal_actions(&mut self) -> Vec<Action> {
        let hand = &self.hands[self.player];
        let first = if self.drawn { hand.len() - 1 } else { 0 };
        let mut actions = Vec::new();
        for index in first..hand.len() {
            if self.playable(self.hands[self.player][index]) {
                let colour = self.hands[self.player][index]
                    .colour
                    .unwrap_or(COLOURS[self.rng.random_range(0..4)]);
                actions.push(Action::Play { index, colour });
            }
        }
        if self.drawn {
            actions.push(Action::Keep);
        } else if actions.is_empty() {
            actions.push(Action::Draw);
        }
        actions
    }

    fn advance(&mut self, by: isize) {
        self.player = (self.player as isize + by * self.step).rem_euclid(PLAYERS as isize) as usize;
    }

    /// Returns the winner once there is one, and the card if one was played.
    fn apply(&mut self, action: Action) -> (Option<usize>, Option<Card>) {
        match action {
            Action::Draw => {
                let before = self.hands[self.player].len();
                self.draw_cards(self.player, 1);
                self.drawn = self.hands[self.player].len() > before;
                if !self.drawn {
                    self.advance(1);
                }
                (None, None)
            }
            Action::Keep => {
                self.drawn = false;
                self.advance(1);
                (None, None)
            }
            Action::Play { index, colour } => {
                self.drawn = false;
                let player = self.player;
                let card = self.hands[player].remove(index);
                self.discard.push(card);
                self.colour = colour;
                let next = (player as isize + self.step).rem_euclid(PLAYERS as isize) as usize;
                match card.face {
                    Face::Number(_) | Face::Wild => self.advance(1),
                    Face::Skip => self.advance(2),
                    Face::Reverse => {
                        self.step = -self.step;
                        self.advance(1);
                    }
                    Face::DrawTwo => {
                        self.draw_cards(next, 2);
                        self.advance(2);
                    }
                    Face::WildDrawFour => {
                        self.draw_cards(next, 4);
                        self.advance(2);
                    }
                }
                (self.hands[player].is_empty().then_some(player), Some(card))
            }
        }
    }

    fn check(&self) {
        if cfg!(debug_assertions) {
            let mut all: Vec<Card> = self
                .hands
                .iter()
                .flatten()
                .chain(&self.draw)
                .chain(&self.discard)
                .copied()
                .collect();
            let mut want = deck();
            let key = |c: &Card| (c.colour.map_or(9, |c| c as u8), c.rank());
            all.sort_by_key(key);
            want.sort_by_key(key);
            assert_eq!(all, want, "cards were lost or made");
        }
    }
}

pub fn play<H: Hook>(games: u64, seed: u64, hook: &mut H) -> Stats {
    let mut stats = Stats::default();
    let mut rng = SmallRng::seed_from_u64(seed);
    for _ in 0..games {
        let mut g = Game::new(SmallRng::from_rng(&mut rng));
        let mut turns = 0;
        let winner = loop {
            let player = g.player;
            let fresh = !g.drawn;
            let actions = g.legal_actions();
            let only_keep = matches!(actions[..], [Action::Keep]);
            let action = actions[g.rng.random_range(0..actions.len())];
            turns += fresh as u64;
            stats.actions += !only_keep as u64; // an unplayable drawn card leaves no decision
            let (winner, card) = g.apply(action);
            g.check();
            stats.plays += card.is_some() as u64;
            if !g.drawn {
                let size = g.hands[player].len() as u32;
                hook.on_turn(
                    card.map_or(NO_CARD, Card::rank),
                    card.map_or(0, Card::rank),
                    player,
                    || size,
                );
            }
            if winner.is_some() || turns >= MAX_TURNS {
                break winner;
            }
        };
        let score = g.hands.iter().flatten().map(|c| c.points()).sum();
        stats.reshuffles += g.reshuffles;
        stats.end(turns, winner, score);
    }
    stats
}
