package repl

import (
	"fmt"

	"machsim/debugger"
)

// statsShown is how many rows each part of the report has.
const statsShown = 12

// statsCommand reports on the whole run, in numbers.
func (p *Prompt) statsCommand([]string) error {
	x, err := p.d.Stats(p.ctx)
	if err != nil {
		return err
	}
	p.printf("%d events in %s of virtual time\n", x.Events, ms(x.Time))
	p.portStats(x)
	p.mutexStats(x)
	p.waitStats(x)
	p.callStats(x)
	p.actorStats("host", x.Hosts)
	p.actorStats("thread", x.Threads)
	p.keptStats(x)
	p.apartStats(x)
	return nil
}

// statsPart prints a part of the report: a title and the rows, the first of them if there are many.
func statsPart[T any](p *Prompt, title string, all []T, heads []string, row func(T) []string) {
	if len(all) == 0 {
		return
	}
	p.printf("\n%s:\n", title)
	t := newTable(heads...)
	for _, x := range all[:min(len(all), statsShown)] {
		t.Add(row(x)...)
	}
	p.table(t)
	if more := len(all) - statsShown; more > 0 {
		p.printf("and %d more\n", more)
	}
}

func (p *Prompt) portStats(x *debugger.Stats) {
	heads := []string{"port", ">sent", ">received", ">lost", ">waiting", ">median ms", ">p95 ms", ">max ms", ">event"}
	statsPart(p, "messages by port, and how long they took", x.Ports, heads, func(r debugger.PortUse) []string {
		return []string{r.Port, fmt.Sprint(r.Sent), fmt.Sprint(r.Received), count(r.Lost), count(r.Waiting),
			micros(r.Median), micros(r.P95), micros(r.Max), count(r.At)}
	})
}

func (p *Prompt) mutexStats(x *debugger.Stats) {
	heads := []string{"mutex", ">taken", ">waited", ">ms in all", ">longest", "thread", ">event", ">held ms",
		">longest held", "held by", ">until"}
	statsPart(p, "mutexes, and who waited for them", x.Mutexes, heads, func(r debugger.MutexUse) []string {
		return []string{r.Mutex, fmt.Sprint(r.Taken), count(r.Waited), micros(r.WaitTime), micros(r.LongestWait),
			r.By, count(r.At), micros(r.Held), micros(r.LongestHeld), r.Holder, count(r.HeldAt)}
	})
}

func (p *Prompt) waitStats(x *debugger.Stats) {
	statsPart(p, "the longest waits", x.Waits, []string{">ms", "thread", "waits for", ">event", ">after"},
		func(r debugger.LongWait) []string {
			to := count(r.To)
			if r.To == 0 {
				to = "never"
			}
			return []string{micros(r.Time), r.Thread, r.For, fmt.Sprint(r.From), to}
		})
}

func (p *Prompt) callStats(x *debugger.Stats) {
	heads := []string{"call", "result", ">calls"}
	statsPart(p, "calls, and how they ended", x.Calls, heads, func(r debugger.CallCount) []string {
		return []string{r.Call, r.Result, fmt.Sprint(r.Count)}
	})
}

func (p *Prompt) actorStats(kind string, all []debugger.EventCount) {
	statsPart(p, "events by "+kind, all, []string{kind, ">events"}, func(r debugger.EventCount) []string {
		return []string{r.Name, fmt.Sprint(r.Events)}
	})
}

func (p *Prompt) keptStats(x *debugger.Stats) {
	heads := []string{"task", "right", ">rights", ">references", "such as", ">ended"}
	statsPart(p, "rights that a task had got, and not given back when it returned", x.Kept, heads,
		func(r debugger.KeptRights) []string {
			return []string{r.Task, r.Right, fmt.Sprint(r.Rights), count(r.Refs), r.Object, fmt.Sprint(r.At)}
		})
}

func (p *Prompt) apartStats(x *debugger.Stats) {
	heads := []string{"kind", "one", "other"}
	statsPart(p, "never at work at the same time", x.Apart, heads, func(r debugger.Apart) []string {
		return []string{r.Kind, r.One, r.Other}
	})
	if x.Left > 0 {
		p.printf("%d pairs of threads were not looked at\n", x.Left)
	}
}

// count is a number as a cell, none for 0.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// micros is a time in microseconds as milliseconds.
func micros(us int64) string { return fmt.Sprintf("%d.%03d", us/1000, us%1000) }
