package study

import (
	"slices"

	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel/hook"
)

// Goals are what some run is to reach, and which did.
type Goals = campaign.Goals

// Sought is a goal, and where the source names it.
type Sought = campaign.Sought

// Visit is a run that has reached a goal.
type Visit = campaign.Visit

// sought are the goals of so many runs: those that are claimed, and of more than one run those of the options, and
// those that the source names, as far as the program has hooks.
func (s *Study) sought(runs int) (all []Sought) {
	for _, c := range s.claims {
		if c.kind == sometimes {
			all = append(all, Sought{Name: c.text, Claimed: true})
		}
	}
	if runs == 1 {
		return all
	}
	for _, name := range s.with.Goals {
		all = append(all, Sought{Name: name})
	}
	for _, g := range hook.Goals(s.options.Program.Main) {
		if !slices.ContainsFunc(all, func(x Sought) bool { return x.Name == g.Name && !x.Claimed }) {
			all = append(all, Sought{Name: g.Name, Place: g.Place})
		}
	}
	return all
}

// Goals returns the goals of the runs that were tried, in as far as they were judged.
func (s *Study) Goals() Goals { return s.goals }

// reached returns the goals among the claims that a run reaches. One that stands for others is asked of all their
// orders, too.
func (x *checker) reached() (all []runner.Reached, err error) {
	for _, c := range x.claims {
		if c.kind != sometimes {
			continue
		}
		for _, q := range x.asked(c) {
			found, _, err := x.ask(c, q)
			if err != nil {
				return nil, err
			}
			if found.Found {
				all = append(all, runner.Reached{Name: c.text, Claimed: true, Event: uint64(found.Event)})
				break
			}
		}
	}
	return all, nil
}

// asked is what is asked about a goal, one after the other until it is found.
func (x *checker) asked(c claim) []debugger.Check {
	recorded, every := debugger.Check{States: debugger.Recorded}, debugger.Check{States: debugger.Consistent}
	switch form, _ := debugger.Asks(c.predicate()); {
	case form == debugger.Possibly || form == debugger.Definitely:
		return []debugger.Check{every}
	case form == debugger.Temporal:
		return []debugger.Check{recorded, {States: debugger.Last}}
	case x.class:
		return []debugger.Check{recorded, every}
	}
	return []debugger.Check{recorded}
}
