package repl

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
)

// specText puts the words of a breakpoint together again. It restores the quotes, and adds those that
// the language of breakpoints needs. With statements, what has to be true at a line or at the begin of a
// function is an expression of Go, and stays as it was typed: its words are variables, and no texts.
func specText(words []word, statements bool) string {
	if n := conditionOf(words); statements && n > 0 && !isKind(words[0].text) {
		return specText(words[:n], statements) + " " + spoken(words[n:])
	}
	all := make([]string, len(words))
	value, conditions := false, false
	for i, w := range words {
		switch {
		case w.isQuoted():
			all[i] = quoted(w)
		case value && (i < 2 || words[i-2].text != "id"):
			all[i] = literal(w.text, i > 2 && words[i-3].text == "item")
		case conditions:
			all[i] = condition(w.text, i > 0 && words[i-1].text == "item")
		default:
			all[i] = name(w.text)
		}
		conditions = conditions || w.typed == "if"
		value = conditions && compares.MatchString(w.typed)
	}
	return strings.Join(all, " ")
}

// conditionOf is the place of the word with which a condition begins, 0 for none.
func conditionOf(words []word) int {
	return max(0, slices.IndexFunc(words, func(w word) bool { return w.typed == "if" }))
}

// isKind says whether a word names a kind of breakpoints whose condition is in their own language.
func isKind(word string) bool {
	return word == "after" || word != "enter" && word != "leave" &&
		slices.ContainsFunc(debugger.BreakpointKinds[:], func(d debugger.BreakpointKind) bool { return d.Word == word })
}

// quoted puts a word in quotes: a text, or the text in a comparison.
func quoted(w word) string {
	if compared.MatchString(w.typed) && !strings.HasPrefix(w.typed, `"`) {
		return w.typed
	}
	return strconv.Quote(w.text)
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

// aboutBreakpoints returns the help on the forms of breakpoints.
func aboutBreakpoints() string {
	var b strings.Builder
	b.WriteString("SPEC says what a thread has to be about to do:\n")
	for _, d := range debugger.BreakpointKinds {
		fmt.Fprintf(&b, "  %-29s %s\n", form(d), d.Doc)
	}
	b.WriteString(`The words to, from, at, for, of and the sort of the object may be left out. Then may come
  by THREAD or by task TASK     it has to be this thread, or one of this task
  count N, N+ or every N        only a thread's N-th time; from the N-th on; each N-th
  if item 1 = 7 and id > 99     what the message has; = != < <= > >= and ~: has a text in it
  if type = put and Amount > 5  what Go struct a message was made from, and its fields
  if balance[1] > 100           what the thread itself shows by th.Watch, as print has it
in this order. break query NAME stops who has taken an event of a row of that query, after it;
break race, who is about to make an access that races with an earlier one (help races).
With after before all that, the thread stops when the call is done, not before it is made. A
recording is fixed, so it is known at once how often it comes to a breakpoint.
Where the program has hooks, a line may be that of any statement, and the name of a function is
its first one; if is followed by an expression of Go: break bank.go:81 by bank.1 if err != nil.
As in break lock fork1 by kant, break after receive from port data count 2, break label eat.`)
	return b.String()
}

// form returns the form in which a kind of breakpoint is typed.
func form(d debugger.BreakpointKind) string {
	object := ""
	switch {
	case d.Text:
		object = "TEXT"
	case d.Objects != nil:
		object = strings.Join(d.Objects, "|") + " NAME"
	default:
		return d.Word
	}
	if d.Before != nil {
		object = d.Before[0] + " " + object
	}
	if !d.Need {
		object = "[" + object + "]"
	}
	return d.Word + " " + object
}

// specWords completes the words of a breakpoint, in which more may follow a name: one of several words is in quotes.
func specWords(p *Prompt) []string {
	all := debugger.BreakpointWords()
	objects, _ := p.d.Names(p.ctx, debugger.Tasks, debugger.Threads, debugger.Ports, debugger.Mutexes, debugger.Conditions)
	for i, n := range objects {
		if strings.Contains(n, " ") {
			objects[i] = strconv.Quote(n)
		}
	}
	return append(append(all, objects...), sourceLines(p)...)
}
