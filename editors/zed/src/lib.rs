//! Starts the language server, `mancala lsp`, for Zed: by the path that the settings name, or as the worktree finds the
//! program. Nothing is downloaded.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{Command, Extension, LanguageServerId, Result, Worktree, register_extension, serde_json::Value};

/// The name of the server in `extension.toml`, and of its settings: `"lsp": { "mancala": … }`.
const SERVER: &str = "mancala";

struct Mancala;

impl Extension for Mancala {
    fn new() -> Self {
        Mancala
    }

    fn language_server_command(&mut self, _server: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(SERVER, worktree)?.binary;
        let (path, arguments, env) = binary.map_or((None, None, None), |set| (set.path, set.arguments, set.env));
        let command = path.or_else(|| worktree.which(SERVER)).ok_or_else(|| {
            "the program `mancala` is not found: `cargo install --path .` in its project puts it where it is, and the \
             setting `lsp.mancala.binary.path` says where else it lies"
                .to_string()
        })?;
        let args = arguments.unwrap_or_else(|| vec!["lsp".into()]);
        // What the shell of the worktree sets, `MANCALA_PATH` for one, and what the settings add to it.
        let env = worktree.shell_env().into_iter().chain(env.into_iter().flatten()).collect();
        Ok(Command { command, args, env })
    }

    fn language_server_initialization_options(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(LspSettings::for_worktree(SERVER, worktree)?.initialization_options)
    }

    fn language_server_workspace_configuration(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(LspSettings::for_worktree(SERVER, worktree)?.settings)
    }
}

register_extension!(Mancala);
