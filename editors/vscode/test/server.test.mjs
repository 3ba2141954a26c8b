// The server as the extension starts it: a file is opened, broken, and mended by the fix that the server offers. The client is
// that of VS Code, without VS Code.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const protocol = require("vscode-languageserver-protocol/node");
const root = join(import.meta.dirname, "..", "..", "..");
const program = process.env.MANCALA ?? join(root, "target", "release", "mancala");
const variants = join(root, "variants");

function shipped(name) {
  const file = readdirSync(variants, { recursive: true }).find((path) => path.endsWith(`${name}.mancala`));
  const path = join(variants, file);
  return { uri: pathToFileURL(path).href, text: readFileSync(path, "utf8") };
}

class Client {
  constructor() {
    this.server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((ended) => this.server.on("exit", ended));
    const { StreamMessageReader, StreamMessageWriter, createProtocolConnection } = protocol;
    const reader = new StreamMessageReader(this.server.stdout);
    this.connection = createProtocolConnection(reader, new StreamMessageWriter(this.server.stdin));
    this.published = new Map();
    this.connection.onNotification("textDocument/publishDiagnostics", (told) => {
      this.published.get(told.version)?.(told.diagnostics);
    });
    this.connection.listen();
  }

  async start() {
    const able = await this.ask("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
    this.connection.sendNotification("initialized", {});
    return able.capabilities;
  }

  ask(method, params) {
    return this.connection.sendRequest(method, params);
  }

  /** The diagnostics of a version, when they come. */
  judged(version, send) {
    const judged = new Promise((told) => this.published.set(version, told));
    send();
    return judged;
  }

  open({ uri, text }) {
    const textDocument = { uri, languageId: "mancala", version: 1, text };
    return this.judged(1, () => this.connection.sendNotification("textDocument/didOpen", { textDocument }));
  }

  change(uri, version, text) {
    const params = { textDocument: { uri, version }, contentChanges: [{ text }] };
    return this.judged(version, () => this.connection.sendNotification("textDocument/didChange", params));
  }

  async stop() {
    await this.ask("shutdown");
    this.connection.sendNotification("exit");
    assert.equal(await this.ended, 0);
  }
}

function applied(text, edits) {
  const lines = text.split("\n");
  const byte = ({ line, character }) => lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, character);
  return [...edits]
    .sort((one, other) => byte(other.range.start) - byte(one.range.start))
    .reduce((all, { range, newText }) => all.slice(0, byte(range.start)) + newText + all.slice(byte(range.end)), text);
}

test("a file is opened, broken, and mended by a fix", async () => {
  const client = new Client();
  const able = await client.start();
  assert.ok(able.hoverProvider && able.completionProvider && able.renameProvider && able.codeLensProvider);
  const { uri, text } = shipped("oware");
  assert.deepEqual(await client.open({ uri, text }), []);
  const broken = text.replace("lift pit", "lift pitt");
  const found = await client.change(uri, 2, broken);
  assert.equal(found.length, 1);
  assert.match(found[0].message, /did you mean `pit`/);
  const params = { textDocument: { uri }, range: found[0].range, context: { diagnostics: found } };
  const [fix] = await client.ask("textDocument/codeAction", params);
  const mended = applied(broken, fix.edit.changes[uri]);
  assert.equal(mended, text);
  assert.deepEqual(await client.change(uri, 3, mended), []);
  const lenses = await client.ask("textDocument/codeLens", { textDocument: { uri } });
  const { command, arguments: args } = lenses[0].command;
  assert.match(await client.ask("workspace/executeCommand", { command, arguments: args }), /comes out as it says/);
  await client.stop();
});

test("answers come soon on the longest shipped file, while it is being written", async () => {
  const client = new Client();
  await client.start();
  const { uri, text } = shipped("bao");
  await client.open({ uri, text });
  const lines = text.split("\n");
  const asked = [
    "completion", "hover", "definition", "references", "documentSymbol", "codeAction", "foldingRange", "codeLens",
    "formatting", "prepareRename", "rename",
  ];
  const options = { tabSize: 4, insertSpaces: true };
  const times = [];
  for (let version = 2; version < 42; version += 1) {
    const line = (version * 23) % lines.length;
    // Every second time the text is whole, so that it can be formatted.
    const slip = version % 2 ? " x" : " # x";
    const changed = [...lines.slice(0, line), `${lines[line]}${slip}`, ...lines.slice(line + 1)].join("\n");
    const params = { textDocument: { uri, version }, contentChanges: [{ text: changed }] };
    client.connection.sendNotification("textDocument/didChange", params);
    const place = { textDocument: { uri }, position: { line, character: lines[line].length >> 1 } };
    for (const method of asked) {
      const range = { start: place.position, end: place.position };
      const context = { includeDeclaration: true, diagnostics: [], triggerKind: 1 };
      const before = performance.now();
      // What stands there may have no other name: that is an answer, too.
      await client.ask(`textDocument/${method}`, { ...place, range, context, options, newName: "another" }).catch(() => null);
      times.push({ method, time: performance.now() - before });
    }
  }
  await client.stop();
  const sorted = (some) => some.map(({ time }) => time).sort((one, other) => one - other);
  const at = (some, part) => sorted(some)[Math.floor((some.length - 1) * part)];
  const told = (some) => `median ${at(some, 0.5).toFixed(1)} ms, 99th percentile ${at(some, 0.99).toFixed(1)} ms`;
  for (const method of asked) {
    console.log(`${method}: ${told(times.filter((one) => one.method === method))}`);
  }
  console.log(`answers: ${told(times)}, of ${times.length}`);
  // A limit that a busy machine keeps to; on an idle one it is 20 and 50.
  const slack = Number(process.env.MANCALA_SLACK ?? 4);
  assert.ok(at(times, 0.5) < 20 * slack && at(times, 0.99) < 50 * slack, told(times));
});
