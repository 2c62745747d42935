package input

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
)

// Spec puts the words of a breakpoint together again. It restores the quotes, and adds those that
// the language of breakpoints needs. With statements, what has to be true at a line or at the begin of a
// function is an expression of Go, and stays as it was typed: its words are variables, and no texts.
func Spec(words []Word, statements bool) string {
	if n := conditionOf(words); statements && n > 0 && !isKind(words[0].Text) {
		return Spec(words[:n], statements) + " " + Spoken(words[n:])
	}
	all := make([]string, len(words))
	value, conditions := false, false
	for i, w := range words {
		switch {
		case w.IsQuoted():
			all[i] = quoted(w)
		case value && (i < 2 || words[i-2].Text != "id"):
			all[i] = literal(w.Text, i > 2 && words[i-3].Text == "item")
		case conditions:
			all[i] = condition(w.Text, i > 0 && words[i-1].Text == "item")
		default:
			all[i] = name(w.Text)
		}
		conditions = conditions || w.Typed == "if"
		value = conditions && compares.MatchString(w.Typed)
	}
	return strings.Join(all, " ")
}

// conditionOf is the place of the word with which a condition begins, 0 for none.
func conditionOf(words []Word) int {
	return max(0, slices.IndexFunc(words, func(w Word) bool { return w.Typed == "if" }))
}

// isKind says whether a word names a kind of breakpoints whose condition is in their own language.
func isKind(word string) bool {
	return word == "after" || word != "enter" && word != "leave" &&
		slices.ContainsFunc(debugger.BreakpointKinds[:], func(d debugger.BreakpointKind) bool { return d.Word == word })
}

// quoted puts a word in quotes: a text, or the text in a comparison.
func quoted(w Word) string {
	if compared.MatchString(w.Typed) && !strings.HasPrefix(w.Typed, `"`) {
		return w.Typed
	}
	return strconv.Quote(w.Text)
}

// compares matches a word that a value has to follow.
var compares = regexp.MustCompile(`[=<>~]$`)

// sign matches a word that is a comparison and nothing else.
var sign = regexp.MustCompile(`^[!=<>]?[=<>~]$`)

// compared matches a word that has a comparison and a value in it.
var compared = regexp.MustCompile(`(?s)^([^=<>~!]*)(==|!=|<=|>=|[=<>~])(.+)$`)

// condition returns a word of a condition. It puts the value in it in quotes if that is a text.
func condition(w string, item bool) string {
	if m := compared.FindStringSubmatch(w); m != nil && !sign.MatchString(w) {
		return m[1] + m[2] + literal(m[3], item)
	}
	return name(w)
}

// literal returns the value of a comparison. A single word is a text unless it is a number, true or
// false, or has brackets or dots, as only a part of a variable has. Beside an item of a message it is a
// text even then.
func literal(w string, item bool) string {
	if !item && strings.ContainsAny(w, "()[].") || strings.HasPrefix(w, "$") {
		return w
	}
	_, noFloat := strconv.ParseFloat(w, 64)
	_, noInt := strconv.ParseInt(w, 0, 64)
	if noFloat != nil && noInt != nil && w != "true" && w != "false" {
		return strconv.Quote(w)
	}
	return w
}

// name puts a word in quotes if a breakpoint would read it as several.
func name(w string) string {
	if strings.ContainsAny(w, "=<>~") && !sign.MatchString(w) && !compares.MatchString(w) {
		return strconv.Quote(w)
	}
	return w
}
