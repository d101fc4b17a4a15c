//! Whole matches at one terminal, people and bots: they end, nobody sees another's hand, and bad
//! input changes nothing.

use houserules::repl::hotseat::Hotseat;
use houserules::repl::{GameSource, Options, Session};
use houserules::sim::React;

fn table(game: &str, seats: usize, people: &[&str]) -> Hotseat {
    let source = GameSource { game: game.into(), ..GameSource::default() };
    let session = Session::start(&Options { source, seats, seed: 3 }).expect("a session");
    let people: Vec<String> = people.iter().map(|name| (*name).into()).collect();
    Hotseat::new(session, &people, "careful", React::default()).expect("a table")
}

/// The seats whose cards are shown: a line of the table has points, a count, and then cards.
fn shown_hands(text: &str) -> Vec<usize> {
    let hand = |line: &str| {
        let letters: Vec<char> = line.chars().collect();
        let points = letters.get(15..22)?.iter().all(|c| " p".contains(*c) || c.is_numeric());
        let count = letters.get(23)?.is_numeric() && letters.get(24..26) == Some(&[' ', ' ']);
        let seat = letters.get(2)?.to_digit(10)? as usize;
        let cards = letters.get(26).is_some_and(|c| *c != '(');
        (points && count && cards).then_some(seat)
    };
    text.lines().filter_map(hand).collect()
}

/// Answers with the first choice, or with nothing where Enter goes on.
fn to_the_end(mut table: Hotseat, what: &str) -> usize {
    for lines in 0..20_000 {
        let scene = table.scene();
        if scene.over {
            assert!(scene.text.contains("won by"), "{what}: {}", scene.text);
            return lines;
        }
        if scene.ask.starts_with("the keyboard") {
            assert_eq!(shown_hands(&scene.text), Vec::<usize>::new(), "{what}: {}", scene.text);
        }
        assert!(table.reply("nonsense").is_err() || !scene.ask.contains("number"), "{what}");
        let reply = if scene.ask.contains("a number or") { "1" } else { "" };
        table.reply(reply).unwrap_or_else(|error| panic!("{what}: {}: {error}", scene.ask));
    }
    panic!("{what}: the match does not end")
}

#[test]
fn a_family_plays_every_game() {
    for (game, seats, people) in [
        ("standard", 3, &["ann"][..]),
        ("serbian", 4, &["ann", "bob"]),
        ("serbian:elimination", 3, &["ann", "bob", "cleo"]),
        ("serbian:partners", 4, &["ann", "bob", "cleo", "dan"]),
        ("serbian:rotation", 4, &["ann"]),
        ("serbian:evening", 4, &["ann", "bob"]),
        ("estonian:anyone", 2, &["ann", "bob"]),
        ("latvian", 4, &["ann"]),
        ("latvian:places", 5, &["ann", "bob"]),
        ("french_one", 2, &["ann"]),
    ] {
        let lines = to_the_end(table(game, seats, people), game);
        assert!(lines > 10, "{game}: {lines} lines");
    }
}

#[test]
fn nobody_acts_for_a_bot_or_looks_at_its_hand() {
    let mut table = table("standard", 3, &["ann"]);
    let scene = table.scene();
    assert_eq!(shown_hands(&scene.text), [1], "{}", scene.text);
    for line in ["2: draw", "as 2", "show", "undo", "2: play r5", "0", "999", "play", ""] {
        let before = table.session().state().hash();
        let error = table.reply(line).expect_err(line);
        assert!(!error.is_empty());
        assert_eq!(table.session().state().hash(), before, "{line}");
    }
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let session = |game: &str, seats| {
        let source = GameSource { game: game.into(), ..GameSource::default() };
        Session::start(&Options { source, seats, seed: 1 })
    };
    let names = |n: usize| (0..n).map(|at| format!("p{at}")).collect::<Vec<_>>();
    let refused = |result: Result<Hotseat, houserules::engine::Refusal>| match result {
        Ok(_) => panic!("it is not refused"),
        Err(refusal) => refusal.text,
    };
    let text = refused(Hotseat::new(
        session("standard", 2).unwrap(),
        &names(3),
        "random",
        React::default(),
    ));
    assert!(text.contains("1 to 2 people"), "{text}");
    let text = refused(Hotseat::new(
        session("standard", 2).unwrap(),
        &names(1),
        "clever",
        React::default(),
    ));
    assert!(text.contains("random"), "{text}");
    let refusal = session("serbian:partners", 3).err().expect("pairs of three");
    assert!(refusal.text.contains("4"), "{}", refusal.text);
    let refusal = session("serbian:evning", 4).err().expect("no such match");
    assert!(refusal.text.contains("did you mean evening?"), "{}", refusal.text);
}

/// R2.5, R23.6: nobody at the keyboard learns from an answer what another holds: every card of the
/// deck gets the same words.
#[test]
fn answers_tell_nothing_of_other_hands() {
    let mut table = table("latvian:places", 4, &["ann", "bob"]);
    for _ in 0..40 {
        let scene = table.scene();
        if scene.ask.contains("a number or") {
            break;
        }
        table.reply("").expect("Enter goes on");
    }
    let deck = table.session().table().game().deck.clone();
    let own = table.session().due().expect("somebody is due");
    let before = table.session().state().hash();
    for seat in 1..=4u8 {
        if seat == own.number() as u8 {
            continue;
        }
        for line in ["why SEAT: CARD", "why SEAT: play CARD", "SEAT: why CARD", "SEAT: play CARD"] {
            let told: std::collections::BTreeSet<String> = deck
                .kinds()
                .map(|card| deck.card_text(card))
                .filter(|card| *card != "w" || !line.ends_with("play CARD"))
                .map(|card| line.replace("SEAT", &seat.to_string()).replace("CARD", card))
                .filter_map(|line| table.reply(&line).err())
                .collect();
            if table.session().state().hash() != before {
                continue; // a card was laid out of turn: that is no look
            }
            assert_eq!(told.len(), 1, "{line} of seat {seat}: {told:?}");
        }
    }
}
