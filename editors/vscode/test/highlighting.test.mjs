// The grammar for highlighting, run by the library that VS Code runs it with, over every shipped file.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "..", "..", "..");
const syntax = join(import.meta.dirname, "..", "syntaxes", "mancala.tmLanguage.json");

async function grammar() {
  const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(syntax, "utf8"), syntax),
  });
  return registry.loadGrammar("source.mancala");
}

/** The words that can never be names, from the grammar of the language itself. */
function reservedWords() {
  const pest = readFileSync(join(root, "grammar", "mancala.pest"), "utf8");
  const rule = pest.match(/^reserved = _\{(.*?)^\}/ms)[1].replace(/\/\/.*/g, "");
  return new Set([...rule.matchAll(/"(\w+)"/g)].map((found) => found[1]));
}

/** Every word that some rule of the language makes use of. */
function languageWords() {
  const pest = readFileSync(join(root, "grammar", "mancala.pest"), "utf8").replace(/\/\/.*/g, "");
  const words = [...pest.matchAll(/(kw_\w+) *= @\{ "(\w+)"/g)];
  return words.filter(([, rule]) => pest.match(new RegExp(`\\b${rule}\\b`, "g")).length > 1).map(([, , word]) => word);
}

/** Every word of a text with its scope. */
function words(grammar, text) {
  let state = textmate.INITIAL;
  const found = [];
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const token of result.tokens) {
      const written = line.slice(token.startIndex, token.endIndex);
      found.push({ written, scope: token.scopes.at(-1), line });
    }
  }
  return found;
}

const loaded = grammar();
const files = readdirSync(join(root, "variants"), { recursive: true }).filter((name) => name.endsWith(".mancala"));

test("every word of the language is highlighted in every shipped file", async () => {
  const reserved = reservedWords();
  assert.ok(reserved.size > 40);
  let seen = 0;
  for (const file of files) {
    const text = readFileSync(join(root, "variants", file), "utf8");
    for (const { written, scope, line } of words(await loaded, text)) {
      const isCode = !/^(comment|string)/.test(scope);
      for (const word of isCode ? written.match(/\w+/g) ?? [] : []) {
        if (reserved.has(word)) {
          assert.match(scope, /^(keyword|constant\.language)/, `${file}: ${word} in: ${line}`);
          seen += 1;
        }
      }
    }
  }
  assert.ok(files.length > 100 && seen > 5000, `${seen} words in ${files.length} files`);
});

test("every word of the grammar is highlighted", async () => {
  const known = languageWords();
  const grammar = await loaded;
  assert.ok(known.length > 100);
  for (const word of known) {
    const scope = (text) => words(grammar, text).find((token) => token.written === word)?.scope ?? "";
    const scopes = [scope(word), scope(`    ${word} 3`)];
    assert.ok(scopes.some((scope) => /^(keyword|constant\.language|variable\.language)/.test(scope)), word);
  }
});

test("comments, texts, numbers and labels have their scopes", async () => {
  const text = 'move sowing { # "no" text\n    take: seeds(last) in 2..3 -> capture last # 4\n}\nexample "a # b" { moves 6 }\n';
  const of = (await loaded, words(await loaded, text));
  const scope = (written) => of.find((token) => token.written === written)?.scope;
  assert.match(scope('# "no" text'), /^comment/);
  assert.match(scope("# 4"), /^comment/);
  assert.match(scope('"a # b"'), /^string/);
  assert.match(scope("take"), /^entity\.name\.tag/);
  assert.match(scope("seeds"), /^support\.function/);
  assert.match(scope("2"), /^constant\.numeric/);
  assert.match(scope("sowing"), /^entity\.name\.type/);
  assert.match(scope("->"), /^keyword\.operator\.arrow/);
});
