//! Why a game or a rule cannot be loaded.

/// Why a game or a rule cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{text}", self.place())]
pub struct LoadError {
    /// file:line.
    pub at: String,
    /// The rule.
    pub rule: String,
    /// What is wrong, and what to do.
    pub text: String,
}

impl LoadError {
    /// Where and of which rule, as far as the text does not say it itself.
    fn place(&self) -> String {
        let Self { at, rule, text } = self;
        let named = |what: &str| text.starts_with(what) || text.contains(&format!("{what:?}"));
        let mut place = String::new();
        for (word, what) in [("", at), ("rule ", rule)] {
            if !what.is_empty() && !named(what) {
                place.push_str(&format!("{word}{what}: "));
            }
        }
        place
    }
}
