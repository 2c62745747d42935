package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/event/text"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Text says in lines what came of the search.
func (r *Report) Text() string {
	lines := []string{r.Program + "  " + r.Summary()}
	if r.Through() {
		lines = append(lines, "  of: "+r.scope())
	}
	add := func(texts ...string) {
		for _, text := range texts {
			lines = append(lines, "  "+text)
		}
	}
	add(r.unproven()...)
	if text := r.bounded(); text != "" {
		add(text)
	}
	for i := range r.Failures {
		add(r.Failures[i].text())
	}
	add(r.GoalLines()...)
	for _, x := range r.Races {
		add("race: " + raceText(x))
	}
	lines = append(lines, fmt.Sprintf("  %s, %s; %s", r.runs(), count(int(r.Events), "event"), r.ended()))
	if r.Estimate != nil {
		lines = append(lines, fmt.Sprintf("  of %s the exhaustive runs have made %d", r.Estimate, r.Every.Classes))
	}
	if len(r.Pairs) > 0 {
		lines = append(lines, "  "+r.multiplied())
	}
	lines = append(lines, "  seen: "+r.Coverage.String())
	if text := r.apart(); text != "" {
		lines = append(lines, "  "+text)
	}
	return quote.Text(strings.Join(lines, "\n")) + "\n"
}

// multiplied says what makes so many classes.
func (r *Report) multiplied() string {
	all := text.Each(r.Pairs, func(p Pair) string { return fmt.Sprintf("%.0f %% are %s", 100*p.Share, p.Steps) })
	return "of the pairs of steps that may come either way " + strings.Join(all, "; ")
}

// Summary says it in a line.
func (r *Report) Summary() string {
	g := r.Gaps()
	switch n := r.Failed(); {
	case r.Made == 0 || g.Ended && (g.Through() || len(r.Lanes) == 1):
		text := g.Explored(r.classes())
		switch {
		case n > 0:
			text += ": " + r.verdicts()
		case r.Made > 0:
			text += ": no failure"
		}
		return text
	case n == 0:
		return fmt.Sprintf("%s: no failure", count(r.Made, "run"))
	default:
		return fmt.Sprintf("%s: %d failed", count(r.Made, "run"), n)
	}
}

// classes is how many the exhaustive runs have found.
func (r *Report) classes() int {
	if r.Every == nil {
		return 0
	}
	return r.Every.Classes
}

// verdicts says how many classes end how. What other runs alone have come to, in which steps take time, is told apart.
func (r *Report) verdicts() string {
	all := text.Each(r.Verdicts, func(v Verdicts) string { return fmt.Sprintf("%d %s", v.Classes, v.Verdict) })
	beside := 0
	for _, f := range r.Failures {
		if f.Classes == 0 {
			beside += f.Runs
		}
	}
	switch text := strings.Join(all, ", "); {
	case beside == 0:
		return text
	case r.classes() == 0:
		return count(beside, "run") + " failed"
	default:
		return fmt.Sprintf("%s; but %s of none of these failed", cmp.Or(text, "no failure"), count(beside, "run"))
	}
}

// bounded says what bounds have left out.
func (r *Report) bounded() string {
	if r.Every == nil {
		return ""
	}
	g := r.Gaps()
	usual := len(r.Bounds) == 0 || r.Strategy == "" && maps.Equal(r.Bounds, usualBounds)
	return g.Beyond(usual, r.Every.Classes)
}

// unproven says why the exhaustive runs are not known to be all, though there are no more; of others, what they do not
// look at.
func (r *Report) unproven() (lines []string) {
	g := r.Gaps()
	if !g.Ended {
		g = explore.Gaps{Made: true, Unheard: r.hidden(r.Unheard)}
	}
	for _, why := range g.Why() {
		if g.Ended {
			why = "not a proof: " + why
		}
		lines = append(lines, why)
	}
	return lines
}

// scope says of what all classes were explored.
func (r *Report) scope() string {
	args := "the usual parameters"
	if len(r.Args) > 0 {
		args = text.Arguments(r.Args)
	}
	text := args + "; " + r.orders()
	if r.Every.Passed {
		text += " within the bounds"
	}
	if r.Every.Wide == 0 {
		text += ", all random numbers"
	}
	if len(r.Races) > 0 && !r.Preempt {
		text += "; threads change places at calls alone, and not between accesses to shared variables, as with preemption"
	}
	if f, err := strategy.ParseFaults(r.Faults); err == nil && len(f.Probes()) > 0 {
		text += "; with the probes " + f.OfProbes() + ", and each sleep of theirs tried and left out"
		if slow := f[kernel.ProbeSlow].Any(); slow && r.Every.Timed {
			text += ", but for slow: steps take no time"
		} else if slow {
			text += "; that a thread is slow is one of the orders"
		}
	}
	if r.Guarded {
		text += "; threads share variables behind locks alone, as was said"
	}
	if r.Every.Timed {
		text += "; times as they came, for the program sleeps, has time limits or looks at the clock"
	}
	return text
}

// orders says what comes in every order in all classes.
func (r *Report) orders() string {
	switch {
	case r.Equivalence == ByReceipt:
		return "whatever each receive can get and each look at a queue can find; the order of messages that nobody " +
			"receives makes no class, so nothing is said of queues as others see them"
	case r.Preempt:
		return "every order of scheduling, arrival and accesses to shared variables"
	}
	return "every order of scheduling and arrival"
}

// text says how runs fail.
func (f *Failure) text() string {
	text := f.String() + ": "
	if f.Classes > 0 {
		text += classes(f.Classes) + ", "
	}
	if f.Ways > 0 && f.Ways != f.Classes {
		text += count(f.Ways, "way") + " to it, "
	}
	return text + fmt.Sprintf("%s, first run %d by %s", count(f.Runs, "run"), f.Run, f.Strategy)
}

// raceText says which accesses race.
func raceText(r explore.Race) string {
	return accessText(r.First) + ", and " + accessText(r.Second) + "; nothing orders them"
}

func accessText(a explore.Access) string {
	does := "read"
	if a.Write {
		does = "written"
	}
	return fmt.Sprintf("%s is %s at %s:%d", a.Expr, does, a.File, a.Line)
}

// runs says how many runs were made, by whom.
func (r *Report) runs() string {
	var by []string
	for _, l := range r.Lanes {
		if n := len(l.Events); n > 0 {
			by = append(by, fmt.Sprintf("%d by %s", n, l.Strategy))
		}
	}
	text := count(r.Made, "run")
	if r.Every != nil && r.Every.Redundant+r.Every.Lost > 0 {
		by = append(by, fmt.Sprintf("%d redundant, %d lost", r.Every.Redundant, r.Every.Lost))
	}
	if r.Every != nil && r.Every.Known > 0 {
		by = append(by, fmt.Sprintf("%d came to what was run before", r.Every.Known))
	}
	if len(by) > 0 {
		text += " (" + strings.Join(by, ", ") + ")"
	}
	return text
}

// ended says what ended the search.
func (r *Report) ended() string {
	switch r.Stop {
	case StopAll:
		if g := r.Gaps(); r.Every != nil {
			return g.End()
		}
		return "there are no more"
	case StopFailure:
		return "ended by the failure"
	case StopStale:
		return fmt.Sprintf("ended as nothing new came in %d runs", r.Stale)
	case StopLeft:
		return "ended, as what does not come back goes on beside all other runs: what these would come to is not known"
	case StopTime:
		return "ended by the time"
	case StopInterrupted:
		return "INTERRUPTED"
	}
	return "as many as there were to be"
}

// String says how much was seen. Schedules are told apart by what each step may use at most, which is coarser than what
// the exhaustive runs know of it: so these are not their classes.
func (c Coverage) String() string {
	return fmt.Sprintf("%s%s, %s%s, %d of %s in both orders", about(c.AboutClasses), count(c.Classes, "schedule"),
		about(c.AboutStates), count(c.States, "state"), c.Both, count(c.Pairs, "pair of steps"))
}

// String says how far a search has come.
func (p Progress) String() string {
	text := p.Coverage.String()
	if p.Failed > 0 {
		text += fmt.Sprintf(", %d failed", p.Failed)
	}
	if left := p.LeftText(); left != "" {
		text += ", " + left
	}
	return text
}

// mostApart is how many pairs of tasks are named.
const mostApart = 4

// apart names tasks that never were at work at once.
func (r *Report) apart() string {
	n := len(r.Apart)
	switch {
	case n == 0:
		return ""
	case n == r.Tasks*(r.Tasks-1)/2:
		return "no two tasks were ever at work at once, as a step takes 0.01 ms: let them sleep for less, or make " +
			"timers free"
	}
	names := text.Each(r.Apart[:min(n, mostApart)], func(p [2]string) string { return p[0] + " and " + p[1] })
	if n > mostApart {
		names = append(names, fmt.Sprintf("%d more pairs", n-mostApart))
	}
	return "never at work at once: " + strings.Join(names, ", ")
}

func classes(n int) string { return text.Plural(n, "class", "classes") }

// count says how many there are of what adds an s to its first word.
func count(n int, what string) string {
	word, rest, _ := strings.Cut(what, " ")
	if rest != "" {
		rest = " " + rest
	}
	return text.Plural(n, word+rest, word+"s"+rest)
}

func about(it bool) string {
	if it {
		return "about "
	}
	return ""
}
