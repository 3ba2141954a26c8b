//! Tables of results as comma-separated values: a column for each thing, numbers as numbers, nothing where there is
//! nothing.

use super::figures::{Figures, Standing};
use super::statistics::{Estimate, Spread};
use std::collections::BTreeSet;

/// A line of comma-separated values.
#[must_use]
pub fn csv_line(fields: &[String]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(fields);
    writer.into_inner().unwrap_or_default()
}

/// A table of simulations: which columns it has.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// Options and parameters that any of the simulations has.
    options: BTreeSet<String>,
}

/// One line of a table, with the names of its columns.
struct Line(Vec<(String, String)>);

impl Line {
    fn text(&mut self, name: &str, value: impl ToString) {
        self.0.push((name.to_string(), value.to_string()));
    }

    fn number(&mut self, name: &str, value: f64) {
        self.text(name, if value.is_finite() { value.to_string() } else { String::new() });
    }

    fn estimate(&mut self, name: &str, estimate: Estimate) {
        self.number(name, estimate.value);
        self.number(&format!("{name}_low"), estimate.low);
        self.number(&format!("{name}_high"), estimate.high);
    }

    fn standing(&mut self, who: &str, standing: &Standing) {
        self.text(&format!("{who}_wins"), standing.wins);
        self.estimate(&format!("{who}_win_share"), standing.win_share);
        self.estimate(&format!("{who}_points"), standing.points);
    }

    /// The same columns whether there are values or none.
    fn spread(&mut self, name: &str, spread: Option<&Spread>) {
        let nothing = Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN };
        self.estimate(&format!("{name}_mean"), spread.map_or(nothing, |spread| spread.mean));
        self.number(&format!("{name}_deviation"), spread.map_or(f64::NAN, |spread| spread.deviation));
        type Of = fn(&Spread) -> i64;
        let quantiles: [(&str, Of); 7] = [
            ("least", |spread| spread.least),
            ("q05", |spread| spread.q05),
            ("q25", |spread| spread.q25),
            ("median", |spread| spread.median),
            ("q75", |spread| spread.q75),
            ("q95", |spread| spread.q95),
            ("greatest", |spread| spread.greatest),
        ];
        for (quantile, of) in quantiles {
            self.text(&format!("{name}_{quantile}"), spread.map_or(String::new(), |spread| of(spread).to_string()));
        }
    }
}

impl Columns {
    /// For simulations with these options and parameters.
    #[must_use]
    pub fn new(options: impl IntoIterator<Item = String>) -> Self {
        Columns { options: options.into_iter().collect() }
    }

    /// The names of the columns.
    #[must_use]
    pub fn head(&self, example: &Figures) -> Vec<String> {
        self.line(example).0.into_iter().map(|(name, _)| name).collect()
    }

    /// What a simulation came to.
    #[must_use]
    pub fn row(&self, figures: &Figures) -> Vec<String> {
        self.line(figures).0.into_iter().map(|(_, value)| value).collect()
    }

    fn line(&self, figures: &Figures) -> Line {
        let mut line = Line(Vec::new());
        line.text("name", &figures.name);
        line.text("variant", &figures.variant);
        for option in &self.options {
            line.text(&format!("option_{option}"), figures.options.get(option).map_or("", String::as_str));
        }
        line.text("first_player", &figures.players[0]);
        line.text("second_player", &figures.players[1]);
        line.text("swap_sides", figures.swap_sides);
        line.text("seed", figures.seed);
        line.text("random_moves", figures.random_moves);
        line.text("max_moves", figures.max_moves);
        let precision = figures.precision;
        line.number("precision", precision.map_or(f64::NAN, |precision| precision.wanted));
        line.text("precision_reached", precision.map_or(String::new(), |precision| precision.reached.to_string()));
        line.text("games", figures.games);
        line.text("decided", figures.decided);
        for (name, part) in
            [("draws", &figures.draws), ("no_winner", &figures.no_winner), ("unfinished", &figures.unfinished)]
        {
            line.text(name, part.games);
            line.estimate(&format!("{name}_share"), part.share);
        }
        for (who, player) in ["first_player", "second_player"].into_iter().zip(&figures.by_player) {
            line.standing(who, &player.standing);
            line.text(&format!("{who}_forfeits"), player.forfeits);
            line.number(&format!("{who}_captured"), player.captured);
        }
        for (who, standing) in ["south", "north"].into_iter().zip(&figures.by_side) {
            line.standing(who, standing);
        }
        for (who, standing) in ["first_mover", "second_mover"].into_iter().zip(&figures.by_mover) {
            line.standing(who, standing);
        }
        line.spread("length", figures.length.as_ref());
        line.spread("lead", figures.lead.as_ref());
        line.spread("first_mover_lead", figures.first_mover_lead.as_ref());
        self.turns(&mut line, figures);
        line
    }

    fn turns(&self, line: &mut Line, figures: &Figures) {
        let turns = &figures.turns;
        line.text("turns", turns.turns);
        line.estimate("legal_moves", turns.legal_moves);
        line.text("most_legal_moves", turns.most_legal_moves);
        line.estimate("forced", turns.forced);
        line.number("laps", turns.laps);
        line.text("most_laps", turns.most_laps);
        line.number("captures", turns.captures);
        line.number("extra_turns", turns.extra_turns);
        let nothing = Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN };
        let course = figures.course.as_ref();
        line.estimate("lead_changes", course.map_or(nothing, |course| course.lead_changes));
        line.estimate("settled_at", course.map_or(nothing, |course| course.settled_at));
        line.estimate("behind_half_way", course.map_or(nothing, |course| course.behind_half_way));
        line.number("turns_behind", course.map_or(f64::NAN, |course| course.turns_behind));
        let most = figures.endings.first();
        line.text("most_frequent_end", most.map_or("", |ending| ending.by.as_str()));
        line.number("most_frequent_end_share", most.map_or(f64::NAN, |ending| ending.part.share.value));
        line.text("perfect_play", figures.perfect_play.map_or(String::new(), |lead| lead.to_string()));
        let made_by = &figures.made_by;
        for (name, value) in [("version", made_by.version), ("rules", &made_by.rules), ("settings", &made_by.settings)]
        {
            line.text(name, value);
        }
        line.text("script", made_by.script.as_deref().unwrap_or_default());
        line.text("command", made_by.command.as_deref().unwrap_or_default());
    }
}
