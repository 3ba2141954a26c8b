// What an end of line means, which no context-free grammar can tell: it depends on the next line that is neither blank nor a
// comment. The rules `goes_on`, `nl` and `line_end` of grammar/mancala.pest, and its cutting of a file at the first column.

#include "tree_sitter/parser.h"

#include <string.h>

enum Token {
  LINE_END,  // ends a statement, a row, an entry
  LINE_GOES_ON,  // is nothing but space
  ITEM_END,  // the next line begins in the first column, or the file is over
  INDENTED,  // blanks before the first word of a file; no rule has them
  NAME_OF_A_SIDE,  // a word behind `own`, `opponent`, `all`, `south` or `north` that names a place
};

// The line before goes on if the next one begins with one of these words.
static const char *const JOINING[] = {
  "and", "or", "else", "where", "while", "when", "if", "is", "was", "in", "becomes", "captures", "going", "on", "both",
};

// These do so too, unless they are names here: before a colon, `becomes` or `captures`.
static const char *const JOINING_BUT_FOR_NAMES[] = {"skipping", "starting", "choosing", "into", "until"};

// Words that name no place: those of the list in grammar.js; `store`, which is no name; `from`, which stands behind `all`; and
// `wins`, which stands behind `opponent`.
static const char *const NO_PLACES[] = {
  "otherwise", "captures", "opponent", "becomes", "capture", "finally", "landing", "require", "facing",
  "behind", "before", "choose", "prefer", "after", "going", "north", "place", "south", "where", "while",
  "both", "each", "else", "lift", "some", "then", "when", "all", "and", "for", "let", "not", "own", "put",
  "sow", "until", "was", "if", "in", "is", "no", "on", "or", "store", "from", "wins",
};

#define LONGEST_WORD 16
#define COUNT(list) (sizeof(list) / sizeof(*(list)))

static bool is_blank(int32_t sign) {
  return sign == ' ' || sign == '\t';
}

static bool is_newline(int32_t sign) {
  return sign == '\n' || sign == '\r';
}

static bool is_word_sign(int32_t sign) {
  return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9') || sign == '_';
}

static bool is_one_of(const char *word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(word, list[i]) == 0) return true;
  }
  return false;
}

// Reads the word that stands next; one that is longer than any joining word comes out cut, and so as none of them.
static void read_word(TSLexer *lexer, char word[LONGEST_WORD + 1]) {
  size_t length = 0;
  while (is_word_sign(lexer->lookahead)) {
    if (length < LONGEST_WORD) word[length++] = (char)lexer->lookahead;
    lexer->advance(lexer, false);
  }
  word[length] = '\0';
}

// Whether there was any.
static bool read_blanks(TSLexer *lexer) {
  bool any = false;
  while (is_blank(lexer->lookahead)) {
    lexer->advance(lexer, false);
    any = true;
  }
  return any;
}

static bool word_goes_on(TSLexer *lexer) {
  char word[LONGEST_WORD + 1], next[LONGEST_WORD + 1];
  read_word(lexer, word);
  if (is_one_of(word, JOINING, COUNT(JOINING))) return true;
  if (!read_blanks(lexer)) return false;
  bool at_colon = lexer->lookahead == ':';
  read_word(lexer, next);
  if (strcmp(word, "not") == 0) return strcmp(next, "in") == 0;
  if (strcmp(word, "each") == 0) return strcmp(next, "drop") == 0;
  if (!is_one_of(word, JOINING_BUT_FOR_NAMES, COUNT(JOINING_BUT_FOR_NAMES))) return false;
  return !at_colon && strncmp(next, "becomes", 7) != 0 && strncmp(next, "captures", 8) != 0;
}

static bool goes_on(TSLexer *lexer) {
  switch (lexer->lookahead) {
    case '{': case ')': case ',': case '+': case '-': case '*': case '/': case '<': case '>': case '=': case '"':
      return true;
    case '.':
      lexer->advance(lexer, false);
      return lexer->lookahead == '.';
    case '!':
      lexer->advance(lexer, false);
      return lexer->lookahead == '=';
    default:
      return word_goes_on(lexer);
  }
}

// Reads blank lines; whether what stands behind them begins in the first column.
static bool read_blank_lines(TSLexer *lexer) {
  bool first_column = true;
  while (is_newline(lexer->lookahead) || is_blank(lexer->lookahead)) {
    first_column = is_newline(lexer->lookahead);
    lexer->advance(lexer, false);
  }
  return first_column;
}

// Before a comment the end of a line means nothing: the one behind the last comment does.
static enum Token meaning(TSLexer *lexer) {
  bool first_column = read_blank_lines(lexer);
  lexer->mark_end(lexer);
  if (lexer->eof(lexer) || lexer->lookahead == '#') return LINE_GOES_ON;
  if (first_column && lexer->lookahead != '}') return ITEM_END;
  return goes_on(lexer) ? LINE_GOES_ON : LINE_END;
}

static bool is_name_of_a_side(TSLexer *lexer) {
  char word[LONGEST_WORD + 1];
  if (lexer->lookahead >= '0' && lexer->lookahead <= '9') return false;
  read_word(lexer, word);
  lexer->mark_end(lexer);
  return !is_one_of(word, NO_PLACES, COUNT(NO_PLACES));
}

bool tree_sitter_mancala_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  // Every other line begins behind the token that ended the one before.
  bool indented = is_blank(lexer->lookahead) && lexer->get_column(lexer) == 0;
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (indented && is_word_sign(lexer->lookahead)) {
    lexer->result_symbol = INDENTED;
    return true;
  }
  // While the parser looks for what a faulty text may mean, every token is valid.
  if (valid[NAME_OF_A_SIDE] && !valid[INDENTED] && is_word_sign(lexer->lookahead)) {
    lexer->result_symbol = NAME_OF_A_SIDE;
    return is_name_of_a_side(lexer);
  }
  if (!is_newline(lexer->lookahead)) return false;
  lexer->result_symbol = meaning(lexer);
  return true;
}

// There is nothing to remember between two tokens.

void *tree_sitter_mancala_external_scanner_create(void) {
  return NULL;
}

void tree_sitter_mancala_external_scanner_destroy(void *payload) {}

unsigned tree_sitter_mancala_external_scanner_serialize(void *payload, char *buffer) {
  return 0;
}

void tree_sitter_mancala_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {}
