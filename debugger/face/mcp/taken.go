package mcp

// What the tools take.
type (
	OfThread struct {
		Call
		Thread string `json:"thread,omitempty" jsonschema:"any part of its name that no other has; the one in focus if it is left out"`
	}
	Events struct {
		OfThread
		From string `json:"from,omitempty" jsonschema:"the number of an event, or start"`
		To   string `json:"to,omitempty" jsonschema:"the number of an event, or end"`
	}
	Source struct {
		Call
		Of string `json:"of,omitempty" jsonschema:"a line as bank.go:81, lines as bank.go:70,90, or a thread; around the thread in focus if it is left out"`
	}
	Position struct {
		Call
		Position string `json:"position" jsonschema:"41, past 41, without 41, start, end, the name of a checkpoint, or as an answer has it"`
	}
	Step struct {
		OfThread
		By   string `json:"by,omitempty" jsonschema:"line, over, out, statement, event or communication; line if it is left out"`
		Back bool   `json:"back,omitempty" jsonschema:"it goes back"`
		N    int    `json:"n,omitempty" jsonschema:"how many times; once if it is left out"`
	}
	Continue struct {
		Call
		Back bool `json:"back,omitempty" jsonschema:"it goes back"`
		N    int  `json:"n,omitempty" jsonschema:"to the n-th such place"`
	}
	OfFrame struct {
		OfThread
		Frame int `json:"frame,omitempty" jsonschema:"its number in the stack; the innermost if it is left out"`
	}
	Print struct {
		OfFrame
		Expression string `json:"expression,omitempty" jsonschema:"an expression of Go"`
	}
	History struct {
		Call
		Of string `json:"of,omitempty" jsonschema:"a variable, or the kind of a history and the name of an object"`
	}
	Query struct {
		Call
		SQL string `json:"sql" jsonschema:"SELECT ..."`
	}
	Table struct {
		Call
		Table string `json:"table,omitempty" jsonschema:"its name"`
	}
	Predicate struct {
		Call
		Predicate string `json:"predicate" jsonschema:"a condition on any number of processes"`
		All       bool   `json:"all,omitempty" jsonschema:"of check: all states that satisfy it, and not the first alone"`
	}
	Cause struct {
		Call
		Samples int `json:"samples,omitempty" jsonschema:"continuations at random from an event"`
	}
	Message struct {
		Call
		Sent int `json:"sent,omitempty" jsonschema:"the number of the event that sent the message"`
	}
	Which struct {
		Call
		Of string `json:"of,omitempty" jsonschema:"which are meant"`
	}
	Break struct {
		Call
		At   string `json:"at" jsonschema:"what a thread has to be about to do"`
		Once bool   `json:"once,omitempty" jsonschema:"it is deleted when it has stopped somebody"`
	}
	Watch struct {
		Call
		Expression string `json:"expression" jsonschema:"a variable, a field, an element, or what a pointer leads to"`
		Kind       string `json:"kind,omitempty" jsonschema:"change, write, read or access; change if it is left out"`
	}
	Text struct {
		Call
		Text string `json:"text" jsonschema:"one line"`
	}
	OfSeed struct {
		Call
		Seed *uint64 `json:"seed,omitempty" jsonschema:"that chooses; the next that was not used if it is left out"`
	}
	Choose struct {
		OfSeed
		Thread string `json:"thread,omitempty" jsonschema:"who goes next, or the number that choose lists"`
	}
	Set struct {
		Call
		Variable string `json:"variable" jsonschema:"a variable that print shows, or a part of it"`
		Value    string `json:"value" jsonschema:"an expression; a text stands in quotes"`
		Thread   string `json:"thread,omitempty" jsonschema:"whose variable it is, if several have it"`
	}
	Number struct {
		Call
		Number int `json:"number" jsonschema:"of a fork"`
	}
	File struct {
		Call
		File string `json:"file,omitempty" jsonschema:"the one that the fork is called after, if it is left out"`
	}
	Line struct {
		Call
		Line string `json:"line" jsonschema:"a command with its words"`
	}
)

// words are the command of a step.
func (a Step) words() []string {
	name := quoted(a.Thread)
	switch a.By {
	case "over":
		return []string{"next", name, back(a.Back), times(a.N)}
	case "out":
		return []string{"finish", name, back(a.Back), times(a.N)}
	case "statement":
		return []string{"step statement", name, back(a.Back), times(a.N)}
	case "event":
		return []string{"event", orFocus(name), back(a.Back), times(a.N)}
	case "communication":
		return []string{"comm", name, back(a.Back), times(a.N)}
	}
	return []string{"step", name, back(a.Back), times(a.N)}
}

// orFocus is the thread in focus for no name.
func orFocus(name string) string { return verb(name == "", ".", name) }

// chosen chooses a thread, and a function that it is in.
func (a OfFrame) chosen() (all []string) {
	if a.Thread != "" {
		all = append(all, line("thread", a.Thread))
	}
	return append(all, line("frame", orNumber(a.Frame)))
}

func orNumber(n int) string { return verb(n == 0, "0", times(n)) }

// verb is the command of a watchpoint.
func (a Watch) verb() string {
	verbs := map[string]string{"write": "wwatch", "read": "rwatch", "access": "awatch"}
	return verb(verbs[a.Kind] == "", "watch", verbs[a.Kind])
}

// entered is the command that goes to a fork.
func (a Number) entered() []string {
	if a.Number == 0 {
		return []string{"parent"}
	}
	return []string{"fork", times(a.Number)}
}
