package origin

import (
	"strings"

	"machsim/debugger/lines/source"
	"machsim/kernel/hook"
)

// Decision is where a thread decided last before it came to a statement: the condition of an if or of a loop, or a
// switch. It is no source of a value, but of that the statement was reached.
type Decision struct {
	At    source.Hit // before the statement
	Place source.Place
	Text  string // of the statement, in one line
}

// decision is that before the last message of a chain was sent: a failed check may be about what somebody should not
// have done at that time. nil if nobody has sent one, or has decided nothing before.
func (t *tracer) decision(tree *Tree) *Decision {
	var last *Link
	seen := map[*Link]bool{}
	for all := tree.Links; len(all) > 0; {
		l := all[0]
		if all = all[1:]; seen[l] {
			continue
		}
		if seen[l] = true; l.Kind == Message {
			last = l
		}
		all = append(all, l.From...)
	}
	if last == nil {
		return nil
	}
	by := last.log.at(last.i).by
	for i := last.i - 1; i >= last.log.left; i-- {
		e := last.log.at(i)
		if e.by != by || e.kind != began {
			continue
		}
		text := t.codes.of(e.pkg).text(e.code)
		if e.stmt().Kind != hook.Again && !decides(text) {
			continue
		}
		file, line := e.pkg.Place(e.stmt())
		return &Decision{source.Hit{Thread: by.id, N: uint64(e.n), Event: e.event},
			source.Place{Func: source.Qualified(e.pkg, e.of().function()), Path: file.Path, Line: line}, text}
	}
	return nil
}

// decides says whether a statement chooses what comes next.
func decides(statement string) bool {
	word, _, _ := strings.Cut(statement, " ")
	return word == "if" || word == "for" || word == "switch"
}
