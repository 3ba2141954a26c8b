; Written by tree-sitter-mancala/queries.py
; Names that hold within one move, sequence or definition.
[(move_kind) (sequence) (define)] @local.scope
(parameters (name) @local.definition)
(choose name: (name) @local.definition)
(let_value name: (name) @local.definition)
(binder name: (name) @local.definition)
(call name: (name) @local.reference)
