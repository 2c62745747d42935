package view

import (
	"strconv"
	"strings"

	"machsim/ipc/quote"
)

// In the texts of rows an object is mentioned by a reference, which has its path and its
// name: a text can be shown, with the names, and compared, with the paths. So an object
// that gets another name does not change whatever mentions it. Objects get other names
// when programs give them some, and when others come or go that were given the same.
const (
	refBegin = "\x01" // before the path
	refName  = "\x02" // between path and name
	refEnd   = "\x03" // behind the name
)

// ref is a reference to the object of a label.
func (l label) ref() string { return refBegin + l.path + refName + l.name + refEnd }

// plain makes a text of the program printable, so that it contains no reference. Different texts
// stay different.
func plain(s string) string {
	if quote.Line(s) == s {
		return s
	}
	return quote.Line(strconv.Quote(s))
}

// split returns a text twice: with the names of the objects, to be shown, and with their paths, to
// be compared.
func split(text string) (value, key string) {
	if !strings.Contains(text, refBegin) {
		return text, text
	}
	var values, keys strings.Builder
	for {
		plain, rest, found := strings.Cut(text, refBegin)
		values.WriteString(plain)
		keys.WriteString(plain)
		if !found {
			return values.String(), keys.String()
		}
		path, rest, _ := strings.Cut(rest, refName)
		name, rest, _ := strings.Cut(rest, refEnd)
		values.WriteString(name)
		keys.WriteString(path)
		text = rest
	}
}
