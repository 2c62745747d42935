package look

import (
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
)

// Races prints the races of the run: each with both accesses, and where these are.
func Races(a *answer.Answer, _ []string) error {
	all, err := a.D.Races(a.Ctx)
	if err != nil {
		return err
	}
	r, err := a.D.Run(a.Ctx)
	if err != nil {
		return err
	}
	switch len(all) {
	case 0:
		where := "in this run"
		switch {
		case r.Since > 0:
			where = r.Within
		case r.Open:
			where += " " + r.Within
		}
		a.Printf("there are no races %s%s%s\n", where, unknown(r), unheard(a))
		return nil
	case 1:
		a.Printf("1 race%s\n", unknown(r))
	default:
		a.Printf("%d races%s\n", len(all), unknown(r))
	}
	if text := unheard(a); text != "" {
		a.Printf("%s\n", strings.TrimPrefix(text, "; "))
	}
	for i, r := range all {
		a.Printf("%d  %s, and %s; neither happened before the other\n", i+1, r.First, r.Second)
		access(a, r.First)
		access(a, r.Second)
	}
	return nil
}

// unknown says which races of a run are not known, of which the first part is not.
func unknown(r debugger.Run) string {
	if r.Since == 0 {
		return ""
	}
	return "; " + debugger.UnknownRaces(r.Since)
}

// unheard names the code whose accesses nobody hears of.
func unheard(a *answer.Answer) string {
	all := a.D.Unheard()
	if all == nil {
		return ""
	}
	return "; not looked at, for want of hooks: " + strings.Join(all, ", ")
}

// access prints where an access is: goto leads there.
func access(a *answer.Answer, x debugger.Access) {
	does := "reads"
	if x.Write {
		does = "writes"
	}
	to := text.Link{Goto: x.Position.String()}
	a.Linkf(to, "   %s %s after event %d, in statement %d: goto %s\n", x.Thread, does, x.Event, x.Statement, x.Position)
	for _, f := range x.Stack {
		a.Linkf(text.Link{Kind: "source", Name: f.String()}, "     %-24s %s\n", f, f.Func)
	}
}
