// Starts `mancala lsp` for rules files, and shows what examples come to.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const RUN = "mancala.runExample";
let client;

/** Shows the boards of an example that the server has run. */
function middleware(output) {
  return {
    executeCommand: async (command, args, next) => {
      const told = await next(command, args);
      if (command === RUN && typeof told === "string") {
        output.clear();
        output.append(told);
        output.show(true);
      }
      return told;
    },
  };
}

async function activate(context) {
  const program = vscode.workspace.getConfiguration("mancala").get("path", "mancala");
  const output = vscode.window.createOutputChannel("Mancala examples");
  const server = { command: program, args: ["lsp"] };
  client = new LanguageClient("mancala", "Mancala rules", server, {
    documentSelector: [{ language: "mancala" }],
    middleware: middleware(output),
  });
  context.subscriptions.push(output);
  try {
    await client.start();
  } catch (error) {
    const help = `\`${program} lsp\` does not start: install the program, or say where it is in the setting mancala.path`;
    vscode.window.showErrorMessage(`${help} (${error.message})`);
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate, middleware };
