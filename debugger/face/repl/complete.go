package repl

import (
	"context"
	"slices"
	"strings"

	"machsim/debugger"
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
	p.ctx = ctx
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

// threadNames completes threads: their names, and those that somebody has given them.
func threadNames(p *Prompt) []string {
	all, _ := p.d.Names(p.ctx, debugger.Threads)
	given, _ := p.d.ThreadNames(p.ctx)
	for _, n := range given {
		all = append(all, n.Name)
	}
	return all
}

func taskNames(p *Prompt) []string {
	all, _ := p.d.Names(p.ctx, debugger.Tasks)
	return all
}

func hostNames(p *Prompt) []string {
	all, _ := p.d.Names(p.ctx, debugger.Hosts)
	return all
}

func portNames(p *Prompt) []string {
	all, _ := p.d.Names(p.ctx, debugger.Ports)
	return all
}

func motionWords(p *Prompt) []string {
	return append(append([]string{"back"}, debugger.Modes...), threadNames(p)...)
}

func checkpointNames(p *Prompt) []string {
	var all []string
	list, _ := p.d.Checkpoints(p.ctx)
	for _, c := range list {
		all = append(all, c.Name)
	}
	return all
}

func positionWords(p *Prompt) []string {
	return append([]string{"start", "end", "past", "without"}, checkpointNames(p)...)
}

// historyWords completes histories, and the objects that appear in them.
func historyWords(p *Prompt) []string {
	told, _ := p.d.HistoryObjects(p.ctx)
	objects, _ := p.d.Names(p.ctx, debugger.Tasks, debugger.Ports, debugger.Mutexes, debugger.Conditions)
	return slices.Concat(debugger.HistoryNames(), told, objects, localNames(p))
}

// localNames completes names of variables that mean the same wherever the run stands.
func localNames(p *Prompt) []string {
	all, _ := p.d.VariableNames(p.ctx)
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
