//! `refuse`: a command that must not be done, and must change nothing.

use super::command;
use super::output::{Reply, say};
use super::parse::{Args, Line, bad};
use super::session::Session;
use crate::engine::{Code, Refusal};

/// Splits `COMMAND code CODE`.
fn split(text: &str) -> Result<(&str, Option<Code>), Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [.., word, name] = words[..] else { return Ok((text, None)) };
    if word != "code" {
        return Ok((text, None));
    }
    let Some((code, _)) = Code::ALL.iter().find(|(_, text)| *text == name) else {
        let all = Code::ALL.iter().map(|(_, text)| *text);
        let near = crate::cards::closest(name, all);
        let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        return Err(bad(Code::BadValue, format!("there is no code {name:?}{near}")));
    };
    let end = text.trim_end().len() - name.len();
    Ok((text[..end].trim_end().strip_suffix("code").unwrap_or(text).trim_end(), Some(*code)))
}

fn failed(text: String) -> Reply {
    Err(bad(Code::ExpectationFailed, text))
}

/// `refuse COMMAND [code CODE]`
pub fn refuse(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let (text, want) = split(args.rest())?;
    let line = Line::read(text)?;
    let Some(command) = command::find(&line, text) else { return Err(command::unknown(&line)) };
    let before = session.state().hash();
    let (point, log) = (session.now.clone(), session.log.clone());
    let told = session.told.len();
    let events = session.events.clone();
    let reply = session.command(command, &line);
    let after = session.state().hash();
    session.now = point;
    session.log = log;
    session.told.truncate(told);
    session.events = events;
    match (reply, want) {
        (Ok(_), _) => failed(format!("expected that `{text}` is refused, found that it was done")),
        (Err(refusal), Some(code)) if refusal.code != code => failed(format!(
            "expected the code {}, found {}: {}",
            code.text(),
            refusal.code.text(),
            refusal.text
        )),
        (Err(_), _) if before != after => {
            failed(format!("expected that `{text}` changes nothing, found another position"))
        }
        (Err(refusal), _) => say(format!("refused: {} ({})", refusal.text, refusal.code.text())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_split_off() {
        let code = |text| split(text).map(|(text, code)| (text, code.map(Code::text)));
        assert_eq!(code("1: play r7 code not_due"), Ok(("1: play r7", Some("not_due"))));
        assert_eq!(code("new standard seats 16"), Ok(("new standard seats 16", None)));
        assert!(code("draw code notdue").unwrap_err().text.contains("did you mean not_due"));
    }
}
