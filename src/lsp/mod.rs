//! A language server: what `check`, `fmt` and `explain` know, while a file is being written.
//!
//! Requests are answered one after the other by [`serve`]; a second thread judges texts as they change, so that no answer
//! waits for the examples to be played.

mod completion;
mod document;
mod examples;
mod hover;
mod judge;
mod meanings;
mod names;
mod navigation;
mod offer;
mod outline;
mod place;
mod problems;
mod reference;
mod shipped;
mod sort;
mod text;

use crate::format::Formatter;
use document::Document;
use judge::Judge;
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use lsp_types::notification::{DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _};
use lsp_types::{
    CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, OneOf, RenameOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextEdit, Url, WorkDoneProgressOptions, request,
};
use navigation::RenameError;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashMap;

/// What the server can do, for the answer to `initialize`.
fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![" ".into()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![lsp_types::CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![examples::RUN.to_string()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Serves a client until it asks to stop.
///
/// # Errors
/// The client does not keep to the protocol.
pub fn serve(connection: &Connection) -> Result<(), ProtocolError> {
    let (id, _) = connection.initialize_start()?;
    let about = serde_json::json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "mancala", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, about)?;
    let sender = connection.sender.clone();
    // A client that has gone away needs no message.
    let judge = Judge::new(move |message| drop(sender.send(message)));
    let mut server = Server { documents: HashMap::new(), judge, formatter: RefCell::default() };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                // A client that has gone away needs no answer.
                let _ = connection.sender.send(Message::Response(server.answer(request)));
            }
            Message::Notification(notification) => server.note(notification),
            Message::Response(_) => {}
        }
    }
    Ok(())
}

/// The open texts, and who judges them.
struct Server {
    documents: HashMap<Url, Document>,
    judge: Judge,
    formatter: RefCell<Formatter>,
}

impl Server {
    fn note(&mut self, notification: Notification) {
        let params = notification.params;
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(opened) = read::<DidOpenTextDocument>(params) {
                    let document = opened.text_document;
                    self.take(Document::new(document.uri, document.version, document.text));
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(changed) = read::<DidChangeTextDocument>(params)
                    && let Some(change) = changed.content_changes.into_iter().next_back()
                {
                    let document = changed.text_document;
                    let changed = match self.documents.remove(&document.uri) {
                        Some(before) => before.changed(document.version, change.text),
                        None => Document::new(document.uri, document.version, change.text),
                    };
                    self.take(changed);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(closed) = read::<DidCloseTextDocument>(params) {
                    self.documents.remove(&closed.text_document.uri);
                    self.judge.forget(&closed.text_document.uri);
                }
            }
            _ => {}
        }
    }

    fn take(&mut self, document: Document) {
        self.judge.ask(&document);
        self.documents.insert(document.url.clone(), document);
    }

    fn answer(&self, request: Request) -> Response {
        use lsp_types::request::{
            CodeActionRequest, CodeLensRequest, Completion, DocumentSymbolRequest, ExecuteCommand, FoldingRangeRequest,
            Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest, References, Rename, Request as _,
        };
        match request.method.as_str() {
            HoverRequest::METHOD => answer::<HoverRequest>(request, |asked| {
                let (document, byte) = self.place(&asked.text_document_position_params)?;
                let game = self.judge.game(&document.url);
                let game = game.as_deref().or_else(|| document.game());
                hover::hover(document, game, &self.judge.problems(&document.url), byte)
            }),
            Completion::METHOD => answer::<Completion>(request, |asked| {
                let (document, byte) = self.place(&asked.text_document_position)?;
                Some(lsp_types::CompletionResponse::Array(completion::completions(document, byte)))
            }),
            GotoDefinition::METHOD => answer::<GotoDefinition>(request, |asked| {
                let (document, byte) = self.place(&asked.text_document_position_params)?;
                navigation::definition(document, byte).map(lsp_types::GotoDefinitionResponse::Scalar)
            }),
            References::METHOD => answer::<References>(request, |asked| {
                let (document, byte) = self.place(&asked.text_document_position)?;
                Some(navigation::references(document, byte, asked.context.include_declaration))
            }),
            PrepareRenameRequest::METHOD => answer::<PrepareRenameRequest>(request, |asked| {
                let (document, byte) = self.place(&asked)?;
                navigation::renamable(document, byte).map(lsp_types::PrepareRenameResponse::Range)
            }),
            Rename::METHOD => self.rename(request),
            DocumentSymbolRequest::METHOD => answer::<DocumentSymbolRequest>(request, |asked| {
                let document = self.documents.get(&asked.text_document.uri)?;
                Some(lsp_types::DocumentSymbolResponse::Nested(outline::symbols(document)))
            }),
            FoldingRangeRequest::METHOD => answer::<FoldingRangeRequest>(request, |asked| {
                Some(outline::folding(self.documents.get(&asked.text_document.uri)?))
            }),
            Formatting::METHOD => {
                answer::<Formatting>(request, |asked| self.formatted(self.documents.get(&asked.text_document.uri)?))
            }
            CodeActionRequest::METHOD => answer::<CodeActionRequest>(request, |asked| {
                let document = self.documents.get(&asked.text_document.uri)?;
                let fixes = problems::fixes(document, &self.judge.problems(&document.url), asked.range);
                Some(fixes.into_iter().map(lsp_types::CodeActionOrCommand::CodeAction).collect())
            }),
            CodeLensRequest::METHOD => answer::<CodeLensRequest>(request, |asked| {
                Some(examples::lenses(self.documents.get(&asked.text_document.uri)?))
            }),
            ExecuteCommand::METHOD => answer::<ExecuteCommand>(request, |asked| self.execute(&asked)),
            _ => {
                let message = format!("`{}` is not known", request.method);
                Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    /// The text that is meant, and a byte of it.
    fn place(&self, asked: &lsp_types::TextDocumentPositionParams) -> Option<(&Document, usize)> {
        let document = self.documents.get(&asked.text_document.uri)?;
        Some((document, document.lines.byte(asked.position)))
    }

    fn rename(&self, request: Request) -> Response {
        let id = request.id.clone();
        let asked: lsp_types::RenameParams = match serde_json::from_value(request.params) {
            Ok(asked) => asked,
            Err(error) => return Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
        };
        let renamed = self
            .place(&asked.text_document_position)
            .ok_or(RenameError::NotOpen)
            .and_then(|(document, byte)| navigation::rename(document, byte, &asked.new_name));
        match renamed {
            Ok(edit) => Response::new_ok(id, edit),
            Err(why) => Response::new_err(id, ErrorCode::RequestFailed as i32, why.to_string()),
        }
    }

    /// The one style as a change of the whole text; nothing where it cannot be read.
    fn formatted(&self, document: &Document) -> Option<Vec<TextEdit>> {
        let styled = self.formatter.borrow_mut().format(document.text())?;
        if styled == document.text() {
            return Some(Vec::new());
        }
        let whole = document.lines.range(0..document.text().len());
        Some(vec![TextEdit::new(whole, styled)])
    }

    fn execute(&self, asked: &lsp_types::ExecuteCommandParams) -> Option<Value> {
        if asked.command != examples::RUN {
            return None;
        }
        let url: Url = serde_json::from_value(asked.arguments.first()?.clone()).ok()?;
        let number = usize::try_from(asked.arguments.get(1)?.as_u64()?).ok()?;
        examples::run(self.documents.get(&url)?, number).map(Value::String)
    }
}

fn read<N: lsp_types::notification::Notification>(params: Value) -> serde_json::Result<N::Params> {
    serde_json::from_value(params)
}

/// Answers a request; what is asked of a text that is not open has the answer `null`.
fn answer<R: request::Request>(request: Request, find: impl FnOnce(R::Params) -> R::Result) -> Response {
    match serde_json::from_value(request.params) {
        Ok(asked) => Response::new_ok(request.id, find(asked)),
        Err(error) => Response::new_err(request.id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}
