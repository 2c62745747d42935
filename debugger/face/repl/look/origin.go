package look

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// AboutOrigin is the help on the command origin.
const AboutOrigin = `Where a value comes from: back through assignments, arguments, results and messages, on all
hosts, to where it was made. EXPRESSION is one of Go in the chosen function; without one it is
the condition of the check that the thread has failed. Each row is a statement that has given
the value on, before which its position is; goto row N and next row go there, and the rows are
marked in diagrams. Several sources of one row stand below it, indented. An end says why there
is nothing before: a constant, a number that the kernel has said, code without hooks. What a
branch has picked, and by which index an element was found, are no sources: of a check it is
told where the sender of the last message decided before, for that it came so far may be what
is wrong. N is how many sources each chain has at most, 12 if it is left out.`

// Origin says where a value comes from: [EXPRESSION] [--depth N].
func Origin(a *answer.Answer, _ []string) error {
	o, err := originOf(a.Args)
	if err != nil {
		return err
	}
	x, err := a.D.Origins(a.Ctx, o)
	if err != nil {
		return answer.Known(err)
	}
	switch {
	case x.Value != "":
		a.Printf("%s is %s\n", x.Of, x.Value)
	case x.Of != "":
		a.Printf("%s\n", x.Of)
	}
	sources(a, x.Rows)
	if x.Left > 0 {
		a.Printf("%s: --depth, or origin at a row, shows more\n", chains(x.Left))
	}
	if c := x.Decided; c != nil {
		a.Printf("before it sent the last of these messages, %s decided at %s on %s:%d: %s\n", c.Thread, c.Position, c.File,
			c.Line, c.Text)
	}
	if x.Forgets {
		a.Printf("the run is long: what threads did at its beginning is not remembered\n")
	}
	return nil
}

func chains(n int) string {
	if n == 1 {
		return "1 chain goes on beyond this"
	}
	return fmt.Sprintf("%d chains go on beyond this", n)
}

// originOf reads the words of the command.
func originOf(words []input.Word) (o debugger.Origin, err error) {
	i := slices.IndexFunc(words, func(w input.Word) bool { return w.Typed == "--depth" })
	if i >= 0 {
		if i+1 < len(words) {
			o.Depth, err = strconv.Atoi(words[i+1].Typed)
		}
		if err != nil || o.Depth < 1 {
			return o, fmt.Errorf("type it as: origin EXPRESSION --depth N, with a number above 0")
		}
		words = slices.Delete(slices.Clone(words), i, i+2)
	}
	o.Expression = input.Spoken(words)
	return o, nil
}

// sources prints where a value comes from.
func sources(a *answer.Answer, rows []debugger.SourceRow) {
	t := answer.NewTable(">row", ">after", "thread", "where", "source", "is", "position")
	for i, r := range rows {
		t.Add(strconv.Itoa(i+1), strconv.Itoa(r.Event), r.Thread, answer.Place(r.File, r.Line),
			strings.Repeat("  ", r.Level)+linkWords(r), r.Value, r.Position.String())
		t.Link(0, text.Link{Goto: r.Position.String()})
	}
	a.TableOr("no source of it is known", t)
}

// mostSaid is how much of a statement is shown.
const mostSaid = 48

// linkWords is a source in words.
func linkWords(r debugger.SourceRow) string {
	said := answer.Begin(r.Text, mostSaid)
	words := map[string]string{"assigned": said, "argument": "argument " + r.Name + " of " + said,
		"result": "result of " + r.Name + ": " + said, "message": "message by " + said}[r.Kind]
	if r.Times > 1 {
		words += fmt.Sprintf(", %d times", r.Times)
	}
	if r.End != "" {
		words = strings.TrimPrefix(words+": "+r.End, ": ")
	}
	if r.Above > 0 {
		words += fmt.Sprintf(" (as row %d)", r.Above)
	}
	if r.More {
		words += " ..."
	}
	return words
}
