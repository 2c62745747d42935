package look

import (
	"fmt"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// statsShown is how many rows each part of the report has.
const statsShown = 12

// Stats reports on the whole run, in numbers.
func Stats(a *answer.Answer, _ []string) error {
	x, err := a.D.Stats(a.Ctx)
	if err != nil {
		return err
	}
	a.Printf("%d events in %s of virtual time\n", x.Events, answer.Ms(x.Time))
	portStats(a, x)
	mutexStats(a, x)
	waitStats(a, x)
	callStats(a, x)
	actorStats(a, "host", x.Hosts)
	actorStats(a, "thread", x.Threads)
	keptStats(a, x)
	apartStats(a, x)
	return nil
}

// statsPart prints a part of the report: a title and the rows, the first of them if there are many.
func statsPart[T any](a *answer.Answer, title string, all []T, heads []string, row func(T) []string) {
	if len(all) == 0 {
		return
	}
	a.Printf("\n%s:\n", title)
	t := answer.NewTable(heads...)
	for _, x := range all[:min(len(all), statsShown)] {
		t.Add(row(x)...)
	}
	a.Table(t)
	if more := len(all) - statsShown; more > 0 {
		a.Printf("and %d more\n", more)
	}
}

func portStats(a *answer.Answer, x *debugger.Stats) {
	heads := []string{"port", ">sent", ">received", ">lost", ">waiting", ">median ms", ">p95 ms", ">max ms", ">event"}
	statsPart(a, "messages by port, and how long they took", x.Ports, heads, func(r debugger.PortUse) []string {
		return []string{r.Port, fmt.Sprint(r.Sent), fmt.Sprint(r.Received), answer.Number(r.Lost), answer.Number(r.Waiting),
			answer.Millis(r.Median), answer.Millis(r.P95), answer.Millis(r.Max), answer.Number(r.At)}
	})
}

func mutexStats(a *answer.Answer, x *debugger.Stats) {
	heads := []string{"mutex", ">taken", ">waited", ">ms in all", ">longest", "thread", ">event", ">held ms",
		">longest held", "held by", ">until"}
	statsPart(a, "mutexes, and who waited for them", x.Mutexes, heads, func(r debugger.MutexUse) []string {
		return []string{r.Mutex, fmt.Sprint(r.Taken), answer.Number(r.Waited), answer.Millis(r.WaitTime),
			answer.Millis(r.LongestWait), r.By, answer.Number(r.At), answer.Millis(r.Held),
			answer.Millis(r.LongestHeld), r.Holder, answer.Number(r.HeldAt)}
	})
}

func waitStats(a *answer.Answer, x *debugger.Stats) {
	statsPart(a, "the longest waits", x.Waits, []string{">ms", "thread", "waits for", ">event", ">after"},
		func(r debugger.LongWait) []string {
			to := answer.Number(r.To)
			if r.To == 0 {
				to = "never"
			}
			return []string{answer.Millis(r.Time), r.Thread, r.For, fmt.Sprint(r.From), to}
		})
}

func callStats(a *answer.Answer, x *debugger.Stats) {
	heads := []string{"call", "result", ">calls"}
	statsPart(a, "calls, and how they ended", x.Calls, heads, func(r debugger.CallCount) []string {
		return []string{r.Call, r.Result, fmt.Sprint(r.Count)}
	})
}

func actorStats(a *answer.Answer, kind string, all []debugger.EventCount) {
	statsPart(a, "events by "+kind, all, []string{kind, ">events"}, func(r debugger.EventCount) []string {
		return []string{r.Name, fmt.Sprint(r.Events)}
	})
}

func keptStats(a *answer.Answer, x *debugger.Stats) {
	heads := []string{"task", "right", ">rights", ">references", "such as", ">ended"}
	statsPart(a, "rights that a task had got, and not given back when it returned", x.Kept, heads,
		func(r debugger.KeptRights) []string {
			return []string{r.Task, r.Right, fmt.Sprint(r.Rights), answer.Number(r.Refs), r.Object, fmt.Sprint(r.At)}
		})
}

func apartStats(a *answer.Answer, x *debugger.Stats) {
	heads := []string{"kind", "one", "other"}
	statsPart(a, "never at work at the same time", x.Apart, heads, func(r debugger.Apart) []string {
		return []string{r.Kind, r.One, r.Other}
	})
	if x.Left > 0 {
		a.Printf("%d pairs of threads were not looked at\n", x.Left)
	}
}
