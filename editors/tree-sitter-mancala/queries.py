"""Writes the queries as each editor wants them: `python3 queries.py`; `--check` says whether they are as they would be written."""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EDITORS = HERE.parent

# Where an editor calls a kind of text something else.
FOLDERS = {
    "neovim/queries/mancala": {},
    "helix/queries/mancala": {
        "number": "constant.numeric",
        "keyword.conditional": "keyword.control.conditional",
    },
    "zed/languages/mancala": {"variable.builtin": "variable.special", "keyword.conditional": "keyword"},
}

# Zed folds by indentation and brackets.
NAMES = {"zed/languages/mancala": ["highlights.scm"]}


def written(name, captures):
    text = (HERE / "queries" / name).read_text()
    renamed = re.sub(r"@([a-z][a-z.]*)", lambda found: "@" + captures.get(found[1], found[1]), text)
    return f"; Written by tree-sitter-mancala/queries.py\n{renamed}"


def files():
    for folder, captures in FOLDERS.items():
        for name in NAMES.get(folder, ["folds.scm", "highlights.scm", "locals.scm"]):
            yield EDITORS / folder / name, written(name, captures)


def main():
    if "--check" not in sys.argv:
        for path, text in files():
            path.write_text(text)
        return
    for path, text in files():
        if path.read_text() != text:
            sys.exit(f"{path} is not up to date: run editors/tree-sitter-mancala/queries.py")


if __name__ == "__main__":
    main()
