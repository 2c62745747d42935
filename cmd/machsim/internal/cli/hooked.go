package cli

import (
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/programs/hooked"
)

// Programs run at full speed without hooks. Commands that look at the source level need hooks at every
// statement: those on a user's package are done by a second executable.

// WantsHooks says whether a command line needs programs with hooks. A preempted run makes calls in them, and predicates
// are looked at at them, so that one has one answer wherever it is asked.
func WantsHooks(args []string) bool {
	switch {
	case len(args) < 2 || slices.Contains(args, "-h") || slices.Contains(args, "--help"):
		return false
	case Needs(args[0], Hooks) || slices.Contains(args, "--preempt"),
		slices.ContainsFunc(predicates(args), debugger.OfStatements):
		return true
	}
	return Needs(args[0], Runs|Builds) && slices.ContainsFunc(args[1:], func(word string) bool {
		return needsHooks(word, args[0] == "replay")
	})
}

// predicates are those of a command line: the claims, and what is checked.
func predicates(args []string) (all []string) {
	if all = claimed(args); args[0] == "check" {
		all = append(all, slices.DeleteFunc(slices.Clone(args[1:]), func(word string) bool {
			return strings.HasPrefix(word, "-") || IsFile(word)
		})...)
	}
	return all
}

// claimed are the claims in some words that are predicates.
func claimed(words []string) (all []string) {
	for i, word := range words {
		flag, text, whole := strings.Cut(word, "=")
		kind, ok := strings.CutPrefix(flag, "--")
		if !whole && i+1 < len(words) {
			text = words[i+1]
		}
		switch {
		case ok && slices.Contains(study.PredicateKinds, kind):
			all = append(all, study.Predicate(text))
		case ok && kind == claimsFlag:
			c, _ := study.ReadClaims(text) // whoever makes the runs says what is wrong
			all = append(all, claimed(c.Words())...)
		}
	}
	return all
}

// needsHooks says whether a word names the recording of a run that only a program with hooks makes again: it was
// preempted, a variable of the program was set in it, or its claims are looked at at statements; or, for a replay, of
// one that was given up at its limit of events: a replay says whether that is a livelock.
func needsHooks(word string, replays bool) bool {
	if !IsFile(word) {
		return false
	}
	rec := study.Peek(word)
	return rec != nil && (rec.Preempt || rec.Config().Assigns() || replays && rec.Verdict().Endless() ||
		slices.ContainsFunc(claimed(rec.Claims), debugger.OfStatements))
}

// HookSamples takes the sample programs with hooks for those without, if the command wants them.
func (m *Machsim) HookSamples(args []string) {
	if WantsHooks(args) {
		m.Hook()
	}
}

// Hook does that whatever the command is. They are packages of their own, so that no go tool is needed for it.
func (m *Machsim) Hook() {
	if m.SamplesOnly {
		hooked.Register()
		m.Programs = hooked.All
	}
}

// withHooks returns a program with hooks, nil if there is none here.
func (m *Machsim) withHooks(p *kernel.Program) *kernel.Program {
	if !m.SamplesOnly {
		if len(hook.Packages()) > 0 {
			return p
		}
		return nil
	}
	return userprog.HookedSample(p.Name)
}
