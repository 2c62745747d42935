package repl

import (
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// races prints the races of the run: each with both accesses, and where these are.
func (p *Prompt) races([]string) error {
	all, err := p.d.Races(p.ctx)
	if err != nil {
		return err
	}
	switch len(all) {
	case 0:
		so := ""
		if within := p.within(); within == "so far" {
			so = " " + within
		}
		p.printf("there are no races in this run%s%s\n", so, p.unheard())
		return nil
	case 1:
		p.printf("1 race\n")
	default:
		p.printf("%d races\n", len(all))
	}
	if text := p.unheard(); text != "" {
		p.printf("%s\n", strings.TrimPrefix(text, "; "))
	}
	for i, r := range all {
		p.printf("%d  %s, and %s; neither happened before the other\n", i+1, r.First, r.Second)
		p.access(r.First)
		p.access(r.Second)
	}
	return nil
}

// unheard names the code whose accesses nobody hears of.
func (p *Prompt) unheard() string {
	all := p.d.Unheard()
	if all == nil {
		return ""
	}
	return "; not looked at, for want of hooks: " + strings.Join(all, ", ")
}

// access prints where an access is: goto leads there.
func (p *Prompt) access(a debugger.Access) {
	does := "reads"
	if a.Write {
		does = "writes"
	}
	to := text.Link{Goto: a.Position.String()}
	p.linkf(to, "   %s %s after event %d, in statement %d: goto %s\n", a.Thread, does, a.Event, a.Statement, a.Position)
	for _, f := range a.Stack {
		p.linkf(text.Link{Kind: "source", Name: f.String()}, "     %-24s %s\n", f, f.Func)
	}
}
