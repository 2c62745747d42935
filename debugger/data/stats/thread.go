package stats

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/facts"
	"machsim/kernel"
)

// threads counts the steps of threads, and notes whose calls are not done.
func (q *query) threads(ctx context.Context) error {
	met, err := q.met(ctx)
	if err != nil {
		return err
	}
	for id := range q.s.Final().Threads.All {
		lane := q.s.LaneOf(kernel.ThreadID(id))
		if lane < 0 || q.s.LaneLen(lane) == met[lane] {
			continue
		}
		q.x.Threads = append(q.x.Threads, EventCount{q.s.ThreadName(kernel.ThreadID(id)), q.s.LaneLen(lane) - met[lane]})
		last := q.s.LaneLen(lane) - 1
		for q.value(q.event(lane, last), "done").IsNull() {
			last--
		}
		if n := q.event(lane, last); q.value(n, "done").Int() == 0 {
			q.open[q.value(n, "call").Text()]++
		}
	}
	slices.SortFunc(q.x.Threads, byEvents)
	return nil
}

func (q *query) event(lane, n int) uint64 { return uint64(q.s.LaneEvent(lane, n) + 1) }

// met counts the events of lanes that are no steps: the thread met a predicate.
func (q *query) met(ctx context.Context) (map[int]int, error) {
	all := map[int]int{}
	rows, err := q.events.Rows(ctx, tables.Scan{Where: []tables.Condition{
		{Column: q.events.Column("kind"), Op: tables.Equal, Value: tables.String(facts.Met)},
	}})
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		all[q.s.LaneAt(q.s.First()+rows.Row())]++
	}
	return all, rows.Err()
}

// hosts counts the events of hosts.
func (q *query) hosts(ctx context.Context) error {
	all, err := q.events.Count(ctx, nil, "host")
	for _, g := range all {
		if !g.Values[0].IsNull() {
			q.x.Hosts = append(q.x.Hosts, EventCount{g.Values[0].Text(), g.Rows})
		}
	}
	slices.SortFunc(q.x.Hosts, byEvents)
	return err
}

func byEvents(a, b EventCount) int {
	return cmp.Or(b.Events-a.Events, cmp.Compare(a.Name, b.Name))
}

// calls counts how calls ended.
func (q *query) calls(ctx context.Context) error {
	done := []tables.Condition{{Column: q.events.Column("done"), Op: tables.Equal, Value: tables.Int(1)}}
	all, err := q.events.Count(ctx, done, "call", "result")
	for _, g := range all {
		q.x.Calls = append(q.x.Calls, CallCount{g.Values[0].Text(), g.Values[1].Text(), g.Rows})
	}
	for call, n := range q.open {
		q.x.Calls = append(q.x.Calls, CallCount{call, "not done", n})
	}
	slices.SortFunc(q.x.Calls, func(a, b CallCount) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Call, b.Call), cmp.Compare(a.Result, b.Result))
	})
	return err
}

// numWaits is how many of the longest waits are reported.
const numWaits = 20

// waits finds the calls that waited longest, up to the end of the run those that are not done.
func (q *query) waits() {
	var all []lasting
	add := func(w *facts.Wait) {
		if len(all) == 4*numWaits {
			all = longest(all)
		}
		all = append(all, lasting{w, q.time(cmp.Or(w.Done, uint64(q.s.Len()))) - q.time(w.Began)})
	}
	for i := range q.f.Waits.All {
		if w := &q.f.Waits.All[i]; w.Done != 0 {
			add(w)
		}
	}
	q.f.Waits.Open(add)
	for _, w := range longest(all) {
		lane := q.s.LaneOf(w.Thread)
		by := q.value(cmp.Or(w.Done, q.event(lane, q.s.LaneLen(lane)-1)), "thread").Text() // it may have another name later
		q.x.Waits = append(q.x.Waits, LongWait{by, inWords(w.Wait), int(w.Began), int(w.Done), w.time})
	}
}

// lasting is a wait, with how long its call took.
type lasting struct {
	*facts.Wait
	time int64
}

// longest returns the longest waits, the longest first.
func longest(all []lasting) []lasting {
	slices.SortFunc(all, func(a, b lasting) int {
		return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.Began, b.Began))
	})
	return all[:min(len(all), numWaits)]
}

// waitWords are what threads wait for, before the name of that.
var waitWords = map[kernel.WaitKind]string{
	kernel.WaitSend: "room at port", kernel.WaitReceive: "a message at port", kernel.WaitMutex: "mutex",
	kernel.WaitCondition: "condition", kernel.WaitJoin: "the end of", kernel.WaitSleep: "time to pass",
	kernel.WaitAlone: "the other threads to end", kernel.WaitException: "the handler of an exception at port",
	kernel.WaitStart: "room for a thread", kernel.WaitRequest: "host", kernel.WaitAnswer: "host",
}

// inWords is what a thread waits for.
func inWords(w *facts.Wait) string {
	text, at := waitWords[w.Kind], w.On
	switch {
	case w.Set:
		text = "a message at set"
	case w.Kind == kernel.WaitRequest || w.Kind == kernel.WaitAnswer:
		at = w.For
	}
	return strings.TrimSpace(text + " " + at)
}
