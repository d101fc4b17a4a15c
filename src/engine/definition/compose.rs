//! Which rules go together, and in what order: `conflicts`, `before` and `after`.

use super::game::{Builder, fail, value_of};
use super::rule::{Other, RuleSpec};

impl Builder<'_> {
    pub(super) fn conflicts(&mut self) {
        for rule in self.rules.clone() {
            for other in &rule.conflicts {
                if self.means(rule, other) && self.rules.iter().any(|r| r.name == other.name) {
                    let way_out = self.way_out(rule, other);
                    let text = format!(
                        "cannot be played together with {}; unload one of them{way_out}",
                        other.name
                    );
                    self.errors.push(fail(rule, text));
                }
            }
        }
    }

    /// Whether a rule names another one now, by the values of its options.
    fn means(&self, rule: &RuleSpec, other: &Other) -> bool {
        other.when.iter().all(|(name, values)| {
            let value = value_of(self.spec, rule, name);
            value.is_some_and(|value| values.contains(value))
        })
    }

    /// The option by which two rules can be played together after all.
    fn way_out(&self, rule: &RuleSpec, other: &Other) -> String {
        let option = |name: &String| rule.options.iter().find(|option| option.name == *name);
        let texts = other.when.iter().filter_map(|(name, _)| {
            let option = option(name)?;
            let (rule, range, help) = (&rule.name, &option.range, &option.help);
            Some(format!(", or set {rule}.{name} ({range}) before the other one is loaded: {help}"))
        });
        texts.collect()
    }

    /// The order of the list, refined by `before` and `after`: always the first rule of the list
    /// whose predecessors are all placed.
    pub(super) fn order(&mut self) -> Vec<usize> {
        let rules = self.rules.clone();
        let n = rules.len();
        let names = |list: &[Other], rule: &RuleSpec, other: &RuleSpec| {
            list.iter().any(|one| one.name == other.name && self.means(rule, one))
        };
        let precedes = |a: usize, b: usize| {
            let (a, b) = (rules[a], rules[b]);
            names(&a.before, a, b) || names(&b.after, b, a)
        };
        let mut placed: Vec<usize> = Vec::with_capacity(n);
        let mut errors = Vec::new();
        while placed.len() < n {
            let free = |b: &usize| {
                !placed.contains(b)
                    && (0..n).all(|a| a == *b || placed.contains(&a) || !precedes(a, *b))
            };
            if let Some(next) = (0..n).find(free) {
                placed.push(next);
                continue;
            }
            let left: Vec<usize> = (0..n).filter(|at| !placed.contains(at)).collect();
            let names = left.iter().map(|at| rules[*at].name.as_str()).collect::<Vec<_>>();
            let text = format!(
                "before/after form a circle among {}; take one of these words out",
                names.join(", ")
            );
            errors.push(fail(rules[left[0]], text));
            placed.extend(left);
        }
        self.errors.extend(errors);
        placed
    }
}
