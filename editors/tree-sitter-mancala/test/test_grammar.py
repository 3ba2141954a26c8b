"""The parser and its queries beside the language itself: the grammar of pest, and the program.

Needs a C compiler and the package `tree-sitter`. The program is `target/release/mancala`, or what MANCALA names.
"""

import ctypes
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tree_sitter import Language, Parser, Query, QueryCursor

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
PROGRAM = os.environ.get("MANCALA", str(ROOT / "target" / "release" / "mancala"))
PEST = re.sub(r"//.*", "", (ROOT / "grammar" / "mancala.pest").read_text())
HIGHLIGHTS = (HERE / "queries" / "highlights.scm").read_text()
BLOCK = re.compile(r"^```mancala[^\n]*\n(.*?)^```", re.S | re.M)


def language():
    """The committed parser, compiled."""
    library = Path(tempfile.mkdtemp()) / "mancala.so"
    sources = [str(HERE / "src" / name) for name in ("parser.c", "scanner.c")]
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-shared", "-fPIC", "-Wall", "-Werror", "-I", HERE / "src", *sources, "-o", library], check=True)
    function = ctypes.CDLL(str(library)).tree_sitter_mancala
    function.restype = ctypes.c_void_p
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return Language(new(function(), b"tree_sitter.Language", None))


LANGUAGE = language()
SHIPPED = sorted((ROOT / "variants").glob("*/*.mancala"))


def parsed(text):
    return Parser(LANGUAGE).parse(text.encode()).root_node


def is_read(text):
    return not parsed(text).has_error


def is_read_by_the_program(text):
    told = subprocess.run([PROGRAM, "fmt", "-"], input=text.encode(), capture_output=True)
    return told.returncode == 0


def texts(files):
    return {str(path.relative_to(ROOT)): path.read_text() for path in files}


def blocks():
    """Every block of the documents, with the place of its page and its number."""
    return {
        f"{page.relative_to(ROOT)} {number}": block
        for page in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
        for number, block in enumerate(BLOCK.findall(page.read_text()))
    }


def captured(text):
    """Every place of a text with its captures, the one that holds at the end."""
    cursor = QueryCursor(Query(LANGUAGE, HIGHLIGHTS))
    places = {}
    for pattern, captures in sorted(cursor.matches(parsed(text)), key=lambda match: match[0]):
        for name, nodes in captures.items():
            for node in nodes:
                places[node.start_byte, node.end_byte] = name
    return places


def words_of_the_grammar():
    """Those that some rule makes use of."""
    words = dict(re.findall(r'(kw_\w+) *= @\{ "(\w+)"', PEST))
    return {word for rule, word in words.items() if len(re.findall(rf"\b{rule}\b", PEST)) > 1}


def words_of_the_parser():
    kinds = range(LANGUAGE.node_kind_count)
    marks = {LANGUAGE.node_kind_for_id(kind) for kind in kinds if not LANGUAGE.node_kind_is_named(kind)}
    return {mark for mark in marks if re.fullmatch(r"[a-z]+", mark)}


class Reading(unittest.TestCase):
    def test_what_the_program_reads_and_nothing_else_of_the_files(self):
        files = texts([*SHIPPED, *(ROOT / "tests").glob("*/*.mancala")])
        self.assertGreater(len(files), 250)
        for name, text in files.items():
            with self.subTest(name):
                self.assertEqual(is_read(text), is_read_by_the_program(text))

    def test_every_block_of_the_documents(self):
        found = blocks()
        self.assertGreater(len(found), 150)
        for name, block in found.items():
            text = block if block.startswith("mancala ") else f"mancala 1\n\n{block}"
            with self.subTest(name):
                if is_read_by_the_program(text):
                    self.assertTrue(is_read(text))

    def test_words_that_are_names_behind_a_side(self):
        for word in sorted(words_of_the_grammar() - {"from", "wins"}):
            text = f'mancala 1\n\nmove sowing {{\n    choose pit in own {word} where seeds(it) >= 1\n    lift own {word} 2\n}}\n'
            with self.subTest(word):
                self.assertEqual(is_read(text), is_read_by_the_program(text))

    def test_the_corpus(self):
        for page in sorted((HERE / "test" / "corpus").glob("*.txt")):
            cases = re.split(r"^=+\n(.+)\n=+\n", page.read_text(), flags=re.M)[1:]
            for name, case in zip(cases[::2], cases[1::2]):
                text, tree = re.split(r"^---+\n", case, flags=re.M)
                with self.subTest(name):
                    self.assertEqual(str(parsed(text)), re.sub(r"\s+(?=\))", "", " ".join(tree.split())))


class Words(unittest.TestCase):
    def test_the_words_of_the_parser_are_those_of_the_language(self):
        self.assertGreater(len(words_of_the_grammar()), 100)
        self.assertEqual(words_of_the_parser(), words_of_the_grammar())

    def test_every_word_is_highlighted(self):
        lists = "\n".join(re.findall(r"^\[.*?\]", HIGHLIGHTS, re.S | re.M))
        self.assertEqual(set(re.findall(r'"([a-z]+)"', lists)), words_of_the_grammar())

    def test_reserved_words(self):
        rule = re.search(r"^reserved = _\{(.*?)^\}", PEST, re.S | re.M)[1]
        reserved = set(re.findall(r'"(\w+)"', rule))
        listed = re.search(r"^const RESERVED = \[(.*?)^\]", (HERE / "grammar.js").read_text(), re.S | re.M)[1]
        kept_free = reserved - words_of_the_grammar()
        self.assertEqual(set(re.findall(r'"(\w+)"', listed)), reserved - kept_free)


class Highlighting(unittest.TestCase):
    def test_every_token_of_every_shipped_file(self):
        token = re.compile(rb'#[^\r\n]*|"[^"\r\n]*"|(?<=based on )\S+|[A-Za-z_]\w*|[0-9]+')
        wanted = {b"#": "comment", b'"': "string"}
        seen = 0
        for path in SHIPPED:
            text = path.read_bytes()
            places = captured(text.decode())
            starts = {start: name for (start, _), name in places.items()}
            for found in token.finditer(text):
                first = found[0][:1]
                name = starts.get(found.start())
                line = text.count(b"\n", 0, found.start()) + 1
                self.assertIsNotNone(name, f"{path.name}:{line}: {found[0]}")
                if first in wanted or first.isdigit():
                    self.assertEqual(name, wanted.get(first, "number"), f"{path.name}:{line}: {found[0]}")
                seen += 1
        self.assertGreater(seen, 100_000)

    def test_the_queries_of_the_editors(self):
        """They are those of the grammar under the names of each editor, and can be used with the parser."""
        subprocess.run([sys.executable, HERE / "queries.py", "--check"], check=True)
        pages = [*HERE.parent.glob("*/queries/mancala/*.scm"), *HERE.parent.glob("zed/languages/mancala/*.scm")]
        self.assertGreater(len(pages), 8)
        for page in [*pages, *HERE.glob("queries/*.scm")]:
            with self.subTest(page):
                Query(LANGUAGE, page.read_text())

    def test_the_constructs(self):
        """A mark `^` below a word in `test/highlight/` names how it is coloured."""
        for page in sorted((HERE / "test" / "highlight").glob("*.mancala")):
            text = page.read_text()
            starts = {start: name for (start, _), name in captured(text).items()}
            above = begin = 0
            for line in text.splitlines(keepends=True):
                asked = re.match(r" *# *(\^+) (\S+)", line)
                if asked:
                    with self.subTest(f"{page.name}: {line.strip()}"):
                        self.assertEqual(starts.get(above + asked.start(1)), asked[2])
                else:
                    above = begin
                begin += len(line.encode())


if __name__ == "__main__":
    unittest.main()
