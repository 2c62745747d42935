package repl

import (
	"slices"
	"strings"

	"machsim/debugger/history"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Complete returns what the last word of a line may become: the line up to it, and the
// words.
func (p *Prompt) Complete(line string) (head string, words []string) {
	if p.late != nil {
		return "", nil // the Session is not to be touched
	}
	begun := line[strings.LastIndexByte(line, ' ')+1:]
	head = strings.TrimSuffix(line, begun)
	var all []string
	if first := strings.Fields(head); len(first) == 0 {
		all = commandNames()
	} else if c, err := named(strings.ToLower(first[0])); err == nil && c.words != nil {
		all = c.words(p)
	}
	return head, beginning(all, begun)
}

// beginning returns the words that begin so or, if none does, those that have a part
// behind a dot which does.
func beginning(all []string, begun string) []string {
	var begin, part []string
	lower := strings.ToLower(begun)
	for _, w := range all {
		switch l := strings.ToLower(w); {
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

func objectNames(p *Prompt, k kernel.ObjectKind) []string {
	var all []string
	for _, n := range p.s.Named(k) {
		all = append(all, n.Name)
	}
	return all
}

func threadNames(p *Prompt) []string { return objectNames(p, kernel.ThreadObject) }
func portNames(p *Prompt) []string   { return objectNames(p, kernel.PortObject) }

func motionWords(p *Prompt) []string {
	return append(append([]string{"back"}, session.Modes...), threadNames(p)...)
}

func checkpointNames(p *Prompt) []string {
	var all []string
	for _, c := range p.s.Checkpoints() {
		all = append(all, c.Name)
	}
	return all
}

func positionWords(p *Prompt) []string {
	return append([]string{"start", "end", "past", "without"}, checkpointNames(p)...)
}

// historyWords are the histories, and the objects of which some will tell.
func historyWords(p *Prompt) []string {
	all := append(history.Names(), p.s.HistoryObjects()...)
	for _, k := range []kernel.ObjectKind{kernel.TaskObject, kernel.PortObject, kernel.MutexObject, kernel.ConditionObject} {
		all = append(all, objectNames(p, k)...)
	}
	return all
}

func helpWords(*Prompt) []string {
	return append(commandNames(), "positions", "names", "modes")
}

func fixed(words ...string) func(*Prompt) []string {
	return func(*Prompt) []string { return words }
}
