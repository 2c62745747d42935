package dap

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// threadNames are the numbers of threads: each has one for good, by its name.
type threadNames struct {
	byName map[string]int
	names  []string // by number, from 1
}

// number is the number of a thread.
func (t *threadNames) number(name string) int {
	if t.byName == nil {
		t.byName = map[string]int{}
	}
	if t.byName[name] == 0 {
		t.names = append(t.names, name)
		t.byName[name] = len(t.names)
	}
	return t.byName[name]
}

// name is the name of a thread that a client speaks of.
func (t *threadNames) name(number int) (string, error) {
	if number < 1 || number > len(t.names) || t.names[number-1] == "" {
		return "", fmt.Errorf("there is no thread %d", number)
	}
	return t.names[number-1], nil
}

// mostThreads is how many threads a client is told of; the protocol has no way to ask for some.
const mostThreads = 1000

func (s *Session) threads(ctx context.Context, _ none) (any, error) {
	all, left, err := s.threadRows(ctx)
	if err != nil {
		return nil, err
	}
	var body dap.ThreadsResponseBody
	s.there = nil
	for _, t := range all {
		n := s.threadz.number(t.Name)
		s.there = append(s.there, n)
		body.Threads = append(body.Threads, dap.Thread{Id: n, Name: called(t)})
	}
	if left > 0 {
		body.Threads = append(body.Threads, dap.Thread{Id: s.threadz.number(""), Name: fmt.Sprintf(
			"... %d more: threads in the debug console lists them", left)})
	}
	return body, nil
}

// called is what a thread is called in an editor.
func called(t debugger.Thread) string { return t.Host + "/" + t.Name }

// threadRows are the threads that a client is told of, and how many others there are: those that have not ended, and
// the one in focus, in an order in which the first ones matter most if there are too many.
func (s *Session) threadRows(ctx context.Context) (all []debugger.Thread, left int, err error) {
	all, err = s.d.Threads(ctx)
	s.done = map[string]int{}
	for _, t := range all {
		s.done[t.Name] = t.Done
	}
	all = slices.DeleteFunc(all, func(t debugger.Thread) bool {
		return t.Call == "" && !t.Focus || s.task != "" && t.Task != s.task
	})
	if len(all) <= mostThreads {
		return all, 0, err
	}
	slices.SortStableFunc(all, func(a, b debugger.Thread) int { return cmp.Compare(rank(a), rank(b)) })
	return all[:mostThreads], len(all) - mostThreads, err
}

// rank is how much a thread matters: 0 most.
func rank(t debugger.Thread) int {
	switch {
	case t.Focus, strings.Contains(t.State, "breakpoint"):
		return 0
	case strings.HasPrefix(t.State, "ready"), strings.HasPrefix(t.State, "runs"):
		return 1
	}
	return 2
}

// tellThreads tells the client of threads that a motion has made or undone: not every client asks again.
func (s *Session) tellThreads(ctx context.Context) {
	all, _, err := s.threadRows(ctx)
	if err != nil || s.there == nil {
		return
	}
	var now []int
	for _, t := range all {
		now = append(now, s.threadz.number(t.Name))
	}
	for _, n := range s.there {
		if !slices.Contains(now, n) {
			s.send("thread", dap.ThreadEventBody{Reason: "exited", ThreadId: n})
		}
	}
	for _, n := range now {
		if !slices.Contains(s.there, n) {
			s.send("thread", dap.ThreadEventBody{Reason: "started", ThreadId: n})
		}
	}
	s.there = now
}
