//! `mancala completions`

use super::failure::{Failure, Status};
use super::output::Output;
use crate::diagnostic::code;
use crate::game::shipped_names;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory as _};
use clap_complete::Shell;

/// Writes completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  mancala completions bash > ~/.local/share/bash-completion/completions/mancala")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// The arguments that may be the name of a variant.
const VARIANT_ARGUMENTS: [&str; 3] = ["variant", "variants", "what"];

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut commands(args.shell), "mancala", &mut script);
    out.text(with_values(args.shell, &String::from_utf8_lossy(&script)))?;
    Ok(Status::Clean)
}

/// The commands. Bash is told here what their arguments may be, and falls back on files by itself; the generators of the
/// other shells offer no values of such arguments, or no files beside them.
fn commands(shell: Shell) -> Command {
    let command = super::Cli::command();
    if shell != Shell::Bash {
        return command;
    }
    let names = |argument: Arg| match argument.get_id().as_str() {
        "code" => argument.value_parser(PossibleValuesParser::new(codes())),
        id if VARIANT_ARGUMENTS.contains(&id) => argument.value_parser(PossibleValuesParser::new(shipped_names())),
        _ => argument,
    };
    // All arguments at once: one that is changed alone is put behind the others, and would be expected there.
    command.mut_subcommands(|each| each.mut_args(names))
}

fn codes() -> impl Iterator<Item = &'static str> {
    code::ALL.iter().map(|code| code.name)
}

/// The commands of which an argument may be the name of a variant.
fn commands_of_variants() -> Vec<String> {
    let command = super::Cli::command();
    let takes = |one: &&Command| one.get_positionals().any(is_variant);
    command.get_subcommands().filter(takes).map(|one| one.get_name().to_string()).collect()
}

fn is_variant(argument: &Arg) -> bool {
    VARIANT_ARGUMENTS.contains(&argument.get_id().as_str())
}

/// A script that offers the names of variants and of codes as well.
fn with_values(shell: Shell, script: &str) -> String {
    match shell {
        Shell::Zsh => zsh(script),
        Shell::Fish => fish(script),
        Shell::Elvish => {
            in_blocks(script, &|command| format!("        &'mancala;{command}'= {{\n"), &|values, what| {
                format!("            for value [{}] {{ cand $value '{what}' }}\n", values.join(" "))
            })
        }
        Shell::PowerShell => {
            in_blocks(script, &|command| format!("        'mancala;{command}' {{\n"), &|values, what| {
                let each = format!("[CompletionResult]::new($_, $_, [CompletionResultType]::ParameterValue, '{what}')");
                let list = values.iter().map(|value| format!("'{value}'")).collect::<Vec<_>>().join(", ");
                format!("            @({list}) | ForEach-Object {{ {each} }}\n")
            })
        }
        _ => script.to_string(),
    }
}

/// Zsh is told by functions, which offer files too.
fn zsh(script: &str) -> String {
    let is_variant = |line: &str| VARIANT_ARGUMENTS.iter().any(|id| line.contains(&format!(":{id} -- ")));
    let told = script.lines().map(|line| match line {
        _ if line.starts_with("#compdef") => format!(
            "{line}\n\n_mancala_variants() {{\n    _alternative 'variants:variant:({})' 'files:file:_files'\n}}\n\n\
             _mancala_codes() {{\n    _values code {}\n}}\n",
            shipped_names().collect::<Vec<_>>().join(" "),
            codes().collect::<Vec<_>>().join(" ")
        ),
        _ if is_variant(line) => line.replace(":_default'", ":_mancala_variants'") + "\n",
        _ if line.contains(":code -- ") => line.replace(":_default'", ":_mancala_codes'") + "\n",
        _ => format!("{line}\n"),
    });
    told.collect()
}

fn fish(script: &str) -> String {
    let variants = shipped_names().collect::<Vec<_>>().join(" ");
    let codes = codes().collect::<Vec<_>>().join(" ");
    let commands = commands_of_variants().join(" ");
    format!(
        "{script}complete -c mancala -n \"__fish_mancala_using_subcommand {commands}\" -a \"{variants}\"\n\
         complete -c mancala -n \"__fish_mancala_using_subcommand explain\" -f -a \"{codes}\"\n"
    )
}

/// Puts the values at the beginning of what a script says of each command.
fn in_blocks(script: &str, begin: &dyn Fn(&str) -> String, offer: &dyn Fn(&[&str], &str) -> String) -> String {
    let mut told = script.to_string();
    let mut put = |command: &str, values: &[&str], what: &str| {
        let begin = begin(command);
        told = told.replacen(&begin, &format!("{begin}{}", offer(values, what)), 1);
    };
    let variants: Vec<&str> = shipped_names().collect();
    commands_of_variants().iter().for_each(|command| put(command, &variants, "a shipped variant"));
    put("explain", &codes().collect::<Vec<_>>(), "a code");
    told
}
