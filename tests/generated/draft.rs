//! A rules file as a tree of lines, so that parts of it can be left out.

/// A line, or lines within braces.
#[derive(Debug, Clone)]
pub(super) enum Lines {
    One(String),
    Block { open: String, inside: Vec<Lines>, close: &'static str },
}

impl Lines {
    /// Lines within braces.
    pub(super) fn block(open: impl Into<String>, inside: Vec<Lines>) -> Lines {
        Lines::Block { open: format!("{} {{", open.into()), inside, close: "}" }
    }

    fn write(&self, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        match self {
            Lines::One(line) => text.push_str(&format!("{indent}{line}\n")),
            Lines::Block { open, inside, close } => {
                text.push_str(&format!("{indent}{open}\n"));
                inside.iter().for_each(|lines| lines.write(depth + 1, text));
                text.push_str(&format!("{indent}{close}\n"));
            }
        }
    }
}

/// The text of a file.
pub(super) fn text(items: &[Lines]) -> String {
    let mut text = String::from("mancala 1\n");
    items.iter().for_each(|item| item.write(0, &mut text));
    text
}

/// Leaves out whatever can be left out while `fails` holds of the text: items, statements, rows, then parts of lines.
pub(super) fn shrink(items: &[Lines], fails: &mut dyn FnMut(&str) -> bool) -> String {
    let mut items = items.to_vec();
    loop {
        let before = text(&items);
        let mut path = Vec::new();
        leave_out(&mut items, &mut path, fails);
        let mut lines: Vec<String> = text(&items).lines().map(String::from).collect();
        shorten(&mut lines, fails);
        items = lines.into_iter().skip(1).map(Lines::One).collect();
        // Single lines have no inside any more: what is left is gone through once more, line by line.
        if text(&items).replace(' ', "") == before.replace(' ', "") {
            return text(&items);
        }
    }
}

/// Tries each entry of a list, the last one first, and then those inside it.
fn leave_out(items: &mut Vec<Lines>, path: &mut Vec<usize>, fails: &mut dyn FnMut(&str) -> bool) {
    let mut at = inside(items, path).len();
    while at > 0 {
        at -= 1;
        let taken = inside(items, path).remove(at);
        if fails(&text(items)) {
            continue;
        }
        inside(items, path).insert(at, taken);
        if let Lines::Block { .. } = inside(items, path)[at] {
            path.push(at);
            leave_out(items, path, fails);
            path.pop();
        }
    }
}

fn inside<'i>(items: &'i mut Vec<Lines>, path: &[usize]) -> &'i mut Vec<Lines> {
    let mut list = items;
    for at in path {
        match &mut list[*at] {
            Lines::Block { inside, .. } => list = inside,
            Lines::One(_) => unreachable!("a path leads through blocks"),
        }
    }
    list
}

/// Tries to leave out what stands between commas, behind `if` and `and`, and what stands in parentheses.
fn shorten(lines: &mut [String], fails: &mut dyn FnMut(&str) -> bool) {
    for number in 0..lines.len() {
        let mut again = true;
        while again {
            again = false;
            for shorter in shorter(&lines[number]) {
                let longer = std::mem::replace(&mut lines[number], shorter);
                if fails(&format!("{}\n", lines.join("\n"))) {
                    again = true;
                    break;
                }
                lines[number] = longer;
            }
        }
    }
}

/// The line with something left out, in many ways.
fn shorter(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let cut = |from: usize, to: usize| format!("{}{}", &line[..from], &line[to..]);
    for (at, _) in line.match_indices('(') {
        if let Some(close) = closing(line, at) {
            for simple in ["1", "last", "own home", "pit"] {
                found.push(format!("{}{simple}{}", &line[..at], &line[close + 1..]));
            }
            if let Some(middle) = split_conditional(&line[at + 1..close]) {
                found.push(format!("{}{middle}{}", &line[..at], &line[close + 1..]));
            }
            found.push(format!("{}{}{}", &line[..at], &line[at + 1..close], &line[close + 1..]));
        }
    }
    let starts: Vec<usize> = [", ", " if ", " and ", " or ", " where ", " skipping ", " + ", " - "]
        .iter()
        .flat_map(|mark| line.match_indices(mark).map(|(at, _)| at))
        .collect();
    for from in starts {
        for end in [", ", " -> ", " and ", " or ", ")"] {
            if let Some(to) = line[from + 1..].find(end) {
                found.push(cut(from, from + 1 + to));
            }
        }
        found.push(cut(from, line.len()));
    }
    found.retain(|shorter| shorter.len() < line.len());
    found.sort_by_key(String::len);
    found
}

fn split_conditional(inside: &str) -> Option<&str> {
    inside.split_once(" if ").map(|(first, _)| first)
}

fn closing(line: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, mark) in line[open..].char_indices() {
        match mark {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(open + at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}
