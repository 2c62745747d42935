package repl

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// Complete returns the words that the last word of a line may become, and the line in front of it.
func (p *Prompt) Complete(line string) (head string, words []string) {
	if p.d.Busy() {
		return "", nil // a command that was given up is still at work
	}
	return p.Completions(context.Background(), line)
}

// Completions does as Complete, as a part of what the context is of.
func (p *Prompt) Completions(ctx context.Context, line string) (head string, words []string) {
	p.a.Ctx = ctx
	begun := line[strings.LastIndexByte(line, ' ')+1:]
	head = strings.TrimSuffix(line, begun)
	var all []string
	if first := strings.Fields(head); len(first) == 0 {
		all = commandNames()
	} else if c, err := named(strings.ToLower(verbOf(first[0]))); err == nil && c.words != nil {
		if i := withinLocal(line); c.columns && i > 0 {
			return line[:i], beginning(localNames(p), line[i:])
		}
		all = c.words(p)
		if c.columns {
			begun = begun[strings.LastIndexAny(begun, ",(=<>.")+1:]
			head = strings.TrimSuffix(line, begun)
		}
	}
	return head, beginning(all, begun)
}

// localOf begins what a query says of local events: the name of a variable follows.
const localOf = "local('"

// withinLocal is where that name begins, if a query ends in it; 0 if not.
func withinLocal(line string) int {
	i := strings.LastIndex(line, localOf)
	if i < 0 || strings.Contains(line[i+len(localOf):], "'") {
		return 0
	}
	return i + len(localOf)
}

// beginning returns the words that begin so, a quote in front or not. If there are none, it returns those with a part
// behind a dot that begins so.
func beginning(all []string, begun string) []string {
	var begin, part []string
	bare := func(s string) string { return strings.ToLower(strings.TrimPrefix(s, `"`)) }
	lower := bare(begun)
	for _, w := range all {
		switch l := bare(w); {
		case strings.HasPrefix(l, lower):
			begin = append(begin, w)
		case strings.Contains(l, "."+lower):
			part = append(part, w)
		}
	}
	if len(begin) == 0 {
		begin = part
	}
	slices.Sort(begin)
	return slices.Compact(begin)
}

// namesOf completes the names of objects of some kinds.
func namesOf(kinds ...debugger.Kind) func(*Prompt) []string {
	return func(p *Prompt) []string {
		all, _ := p.d.Names(p.a.Ctx, kinds...)
		return all
	}
}

// listed completes what a method of the Debugger lists.
func listed[T any](
	list func(*debugger.Debugger, context.Context) ([]T, error), name func(T) string,
) func(*Prompt) []string {
	return func(p *Prompt) (all []string) {
		rows, _ := list(p.d, p.a.Ctx)
		return text.Each(rows, name)
	}
}

// threadNames completes threads: their names, and those that somebody has given them.
func threadNames(p *Prompt) []string { return append(namesOf(debugger.Threads)(p), givenNames(p)...) }

var (
	givenNames = listed((*debugger.Debugger).ThreadNames, func(n debugger.ThreadName) string { return n.Name })
	taskNames  = namesOf(debugger.Tasks)
	hostNames  = namesOf(debugger.Hosts)
	portNames  = namesOf(debugger.Ports)
)

func motionWords(p *Prompt) []string {
	return append(append([]string{"back"}, debugger.Modes...), threadNames(p)...)
}

var checkpointNames = listed((*debugger.Debugger).Checkpoints, func(c debugger.Checkpoint) string { return c.Name })

func positionWords(p *Prompt) []string {
	return append([]string{"start", "end", "past", "without"}, checkpointNames(p)...)
}

// historyWords completes histories, and the objects that appear in them.
func historyWords(p *Prompt) []string {
	told, _ := p.d.HistoryObjects(p.a.Ctx)
	objects, _ := p.d.Names(p.a.Ctx, debugger.Tasks, debugger.Ports, debugger.Mutexes, debugger.Conditions)
	return slices.Concat(debugger.HistoryNames(), told, objects, localNames(p))
}

// localNames completes names of variables that mean the same wherever the run stands.
func localNames(p *Prompt) []string {
	all, _ := p.d.VariableNames(p.a.Ctx)
	return all
}

// printWords completes what print takes.
func printWords(p *Prompt) []string { return append(threadNames(p), localNames(p)...) }

// traceWords completes what trace takes.
func traceWords(p *Prompt) []string {
	return slices.Concat([]string{"reads", "of", "label", "in"}, predicateWords(p), localNames(p))
}

func helpWords(*Prompt) []string {
	return append(commandNames(), "positions", "names", "modes")
}

func fixed(words ...string) func(*Prompt) []string {
	return func(*Prompt) []string { return words }
}

// specWords completes the words of a breakpoint, in which more may follow a name: one of several words is in quotes.
func specWords(p *Prompt) []string {
	all := debugger.BreakpointWords()
	objects, _ := p.d.Names(p.a.Ctx, debugger.Tasks, debugger.Threads, debugger.Ports, debugger.Mutexes,
		debugger.Conditions)
	for i, n := range objects {
		if strings.Contains(n, " ") {
			objects[i] = strconv.Quote(n)
		}
	}
	return append(append(all, objects...), sourceLines(p)...)
}

// originWords completes the words of the command.
func originWords(p *Prompt) []string { return append(printWords(p), "--depth") }

// rpcWords completes what rpcs takes.
func rpcWords(p *Prompt) []string {
	some := []string{debugger.FailedRPCs, debugger.OrphanRPCs, debugger.DoubledRPCs}
	return slices.Concat(some, threadNames(p), portNames(p))
}

// whyWords completes what why takes.
func whyWords(p *Prompt) []string { return append(threadNames(p), "rpc") }

// linearWords completes what linearizable takes.
func linearWords(*Prompt) []string { return debugger.LinearModels() }

// checkWords completes what check takes.
func checkWords(p *Prompt) []string {
	return append([]string{"--all", "--control", "--trace", "--delay", "--seed"}, predicateWords(p)...)
}

// tableNames completes tables.
var tableNames = listed((*debugger.Debugger).Tables, func(t debugger.TableInfo) string { return t.Name })

// rowWords completes what rows takes: tables, and their columns.
func rowWords(p *Prompt) []string {
	return append(tableWords(p), "where", "by", "and", "is", "not", "null")
}

// tableWords are the names of tables and of their columns.
func tableWords(p *Prompt) (all []string) {
	tables, _ := p.d.Tables(p.a.Ctx)
	for _, t := range tables {
		if !strings.Contains(t.Name, "(") {
			all = append(all, t.Name)
		}
		for _, c := range t.Columns {
			all = append(all, c.Name)
		}
	}
	return all
}
