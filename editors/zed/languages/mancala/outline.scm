(move_kind "move" @context name: (name) @name) @item
(sequence "sequence" @context name: (name) @name) @item
(define "define" @context name: (name) @name) @item
(option "option" @context name: (name) @name) @item
(phase "phase" @context name: (name) @name) @item
(example "example" @context . (string) @name) @item
