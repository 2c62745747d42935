//go:build !js && !wasip1

package sqlite

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	lib "modernc.org/sqlite/lib"

	"machsim/debugger/event/text"
)

// mistake is the error of a query that is wrong at a byte of its text.
func mistake(sql string, at int, format string, args ...any) error {
	return text.NewMistake("query", sql, at, format, args...)
}

// wrong is the error of a statement that SQLite cannot read, or may not run.
func (db *DB) wrong(rc int32, sql string) error {
	message, offset := db.message(), int(lib.Xsqlite3_error_offset(db.tls, db.handle))
	switch {
	case db.ctx.Err() != nil, db.failure != nil, rc&0xff == lib.SQLITE_NOMEM, rc&0xff == lib.SQLITE_INTERRUPT:
		return db.broken(rc)
	case db.refused != "", strings.HasSuffix(message, "may not be modified"):
		return refusal(sql, db.refused)
	}
	for _, r := range readings {
		if name, ok := r.about(message); ok {
			return r.mistake(db, sql, place(sql, offset, name), name)
		}
	}
	if rc&0xff == lib.SQLITE_TOOBIG {
		return errors.New("the query is too long")
	}
	return mistake(sql, place(sql, offset, ""), "%s", message)
}

// refusal is the error of a query that would do more than read: what a function of SQLite's, or what it would do.
func refusal(sql, what string) error {
	begin := first(sql)
	if unsafeFunctions[what] {
		return mistake(sql, place(sql, -1, what), "%s reaches beyond the recording, and queries do not", what)
	}
	for _, t := range tokens(sql) {
		if verb := strings.ToUpper(t.text); t.at == begin && !slices.Contains(readers, verb) {
			what = verb
		}
	}
	return mistake(sql, begin, "a query only reads: it is a SELECT, perhaps with WITH before it, and no %s", what)
}

// readers are the words with which a query begins.
var readers = []string{"SELECT", "WITH", "VALUES", "EXPLAIN"}

// reading is a sort of message of SQLite's, and what is made of it.
type reading struct {
	before, after string // what stands before and after the name that the message is about
	mistake       func(db *DB, sql string, at int, name string) error
}

// about returns the name that a message is about, if it is of this sort.
func (r reading) about(message string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(message, r.before)
	if !ok {
		return "", false
	}
	if r.after == "" {
		return rest, true
	}
	name, _, ok = strings.Cut(rest, r.after)
	return name, ok
}

var readings = []reading{
	{"no such table: ", "", func(db *DB, sql string, at int, name string) error {
		return mistake(sql, at, "there is no table %s: %s", name, text.Offer(unqualified(name), db.names(), "tables"))
	}},
	{"no such column: \"", `" - should this be`, func(db *DB, sql string, at int, name string) error {
		return mistake(sql, at, "there is no column %s, and a text stands in single quotes: '%s'", name, name)
	}},
	{"no such column: ", "", func(db *DB, sql string, at int, name string) error {
		offer := text.Offer(unqualified(name), db.columnsOf(sql), "columns")
		return mistake(sql, at, "there is no column %s: %s", name, offer)
	}},
	{"ambiguous column name: ", "", func(_ *DB, sql string, at int, name string) error {
		return mistake(sql, at, "several tables have a column %s: write that of which, as in a.%s", name, name)
	}},
	{"no such function: ", "", func(_ *DB, sql string, at int, name string) error {
		return mistake(sql, at, "there is no function %s: %s", name, text.Offer(name, functionNames(), "functions"))
	}},
	{"wrong number of arguments to function ", "()", func(_ *DB, sql string, at int, name string) error {
		return mistake(sql, at, "%s takes another number of arguments", name)
	}},
	{"near \"", "\": syntax error", func(_ *DB, sql string, at int, name string) error {
		return mistake(sql, at, "%s cannot stand here", name)
	}},
	{"unrecognized token: \"'", "\"", func(_ *DB, sql string, at int, _ string) error {
		return mistake(sql, at, "the text that begins here has no end: a ' is missing")
	}},
	{"unrecognized token: \"", "\"", func(_ *DB, sql string, at int, name string) error {
		return mistake(sql, at, "%s cannot stand here", name)
	}},
	{"incomplete input", "", func(_ *DB, sql string, _ int, _ string) error {
		return mistake(sql, len(sql), "the query goes on here")
	}},
}

// unqualified is a name without the table before it.
func unqualified(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// columnsOf are the columns that a query could mean: those of the tables that it names.
func (db *DB) columnsOf(sql string) (columns []string) {
	named := map[string]bool{}
	for _, t := range tokens(sql) {
		named[strings.ToLower(t.text)] = true
	}
	for _, r := range db.known {
		for _, c := range r.columns {
			if named[r.name] {
				columns = append(columns, c.Name)
			}
		}
	}
	return columns
}

// atFunction marks the function of an error.
func atFunction(sql string, err error) error {
	wrong, ok := err.(*callError)
	if !ok {
		return err
	}
	return mistake(sql, place(sql, -1, wrong.name), "%v", wrong.error)
}

// place is the byte that a message is about: where SQLite says, or else where the name stands first.
func place(sql string, offset int, name string) int {
	if offset >= 0 {
		return offset
	}
	name = unqualified(name)
	for _, t := range tokens(sql) {
		if name != "" && strings.EqualFold(t.text, name) {
			return t.at
		}
	}
	return first(sql)
}

// token is a name of a query, or a parameter.
type token struct {
	at   int
	text string
}

// tokens are the names in a query, with what is neither in a text nor in a comment.
func tokens(sql string) (all []token) {
	for at := 0; at < len(sql); {
		switch n := skipped(sql[at:]); {
		case n > 0:
			at += n
		case sql[at] == '"':
			end := strings.IndexByte(sql[at+1:], '"')
			if end < 0 {
				return all
			}
			all = append(all, token{at, sql[at+1 : at+1+end]})
			at += end + 2
		default:
			n := max(len(sql[at:])-len(strings.TrimLeftFunc(sql[at:], isLetter)), 1)
			all = append(all, token{at, sql[at : at+n]})
			at += n
		}
	}
	return all
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// skipped is the length of the blanks, the comment or the text with which a query begins, 0 if there is none.
func skipped(sql string) int {
	switch {
	case strings.HasPrefix(sql, "--"):
		return through(sql, 2, "\n")
	case strings.HasPrefix(sql, "/*"):
		return through(sql, 2, "*/")
	case sql[0] == '\'':
		return through(sql, 1, "'")
	}
	return len(sql) - len(strings.TrimLeftFunc(sql, unicode.IsSpace))
}

// through is the length of a text up to an end that comes after a beginning of n bytes.
func through(sql string, n int, end string) int {
	if i := strings.Index(sql[n:], end); i >= 0 {
		return n + i + len(end)
	}
	return len(sql)
}

// first is where the first token stands.
func first(sql string) int {
	for at := 0; at < len(sql); {
		n := skipped(sql[at:])
		if n == 0 && sql[at] != ';' {
			return at
		}
		at += max(n, 1)
	}
	return 0
}

// blank says whether a text has nothing but blanks, comments and semicolons.
func blank(sql string) bool {
	return !slices.ContainsFunc(tokens(sql), func(t token) bool { return t.text != ";" })
}

// parameter is where the first parameter stands, as ?, :x, @x or $x.
func parameter(sql string) int {
	for _, t := range tokens(sql) {
		if strings.ContainsAny(t.text, "?:@$") {
			return t.at
		}
	}
	return 0
}
