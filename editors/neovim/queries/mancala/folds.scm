; Written by tree-sitter-mancala/queries.py
[
  (option) (preset) (pieces) (board) (setup) (state) (notation) (block) (table) (either) (legal) (end) (match_rounds)
  (example)
] @fold
