//! Ways to play a match of a game, and tournaments, as a game file offers them by name.

use crate::table::Value;

/// A way to play matches: option values and rules over those of its game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct MatchSpec {
    /// Its name: `serbian:elimination` is the match `elimination` of the game `serbian`.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// Rules it adds, in order.
    pub with: Vec<String>,
    /// Rules of the game it leaves out.
    pub without: Vec<String>,
    /// Values of options: rule, option, value.
    pub options: Vec<(String, String, Value)>,
    /// Fewest and most seats, where they are not those of the game.
    pub seats: Option<(usize, usize)>,
    /// The matches of a tournament.
    pub schedule: Option<Schedule>,
}

/// A tournament: who sits where, stage after stage (R18.2, R18.3).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Schedule {
    /// Players; each sits once in every stage.
    pub players: usize,
    /// Stages; each has its tables, and each table its players in the order of the seats.
    pub stages: Vec<Vec<Vec<usize>>>,
}

impl Schedule {
    /// Reads the stages: tables as words, a letter for each player (`"ACBD"`), A first.
    ///
    /// # Errors
    /// When a player sits twice in a stage, or not in all, or tables differ in size.
    pub fn read(stages: &[Vec<String>]) -> Result<Self, String> {
        let players = stages.first().map_or(0, |tables| tables.iter().map(String::len).sum());
        let seats = stages.first().and_then(|tables| tables.first()).map_or(0, String::len);
        let mut read = Self { players, stages: Vec::new() };
        for (at, tables) in stages.iter().enumerate() {
            let mut seen = vec![false; players];
            let mut stage = Vec::new();
            for table in tables {
                if table.len() != seats {
                    return Err(format!(
                        "stage {}: the table {table} has {} players, the first one has {seats}",
                        at + 1,
                        table.len()
                    ));
                }
                stage.push(sit(table, at, &mut seen)?);
            }
            if let Some(missing) = seen.iter().position(|seen| !seen) {
                return Err(format!("stage {}: player {} sits nowhere", at + 1, letter(missing)));
            }
            read.stages.push(stage);
        }
        if read.stages.is_empty() || players == 0 {
            return Err("a schedule needs stages: { { \"ACBD\" }, … }".into());
        }
        Ok(read)
    }
}

/// The players of a table, each seen for the first time in this stage.
fn sit(table: &str, stage: usize, seen: &mut [bool]) -> Result<Vec<usize>, String> {
    let mut players = Vec::new();
    for word in table.chars() {
        let player = (word as usize).wrapping_sub('A' as usize);
        match seen.get_mut(player) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return Err(format!("stage {}: player {word} sits twice", stage + 1)),
            None => {
                let last = letter(seen.len().saturating_sub(1));
                let text = "a player of this schedule; they are the letters";
                return Err(format!("stage {}: {word:?} is not {text} A to {last}", stage + 1));
            }
        }
        players.push(player);
    }
    Ok(players)
}

/// The letter of a player: A for the first.
pub fn letter(player: usize) -> char {
    char::from(b'A' + player.min(25) as u8)
}
