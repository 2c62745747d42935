package sqlafar

import (
	"context"
	"slices"
	"sync"
)

// Work is the queries of a guest that are at work, so that somebody else can give them up. Its zero value has none.
type Work struct {
	mu  sync.Mutex
	all []*asked
}

// asked is a query at work.
type asked struct{ cancel func() }

// GiveUp gives up the queries that are at work, and returns how many these are. One that was given up before does not
// count: it may still wait for rows of the guest. It may be called at any time.
func (w *Work) GiveUp() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n = len(w.all)
	for _, x := range w.all {
		x.cancel()
	}
	w.all = nil
	return n
}

// begin returns the context of a query, and what is called when that has ended. Of no Work, nobody gives it up.
func (w *Work) begin(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if w == nil {
		return ctx, cancel
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	x := &asked{cancel}
	w.all = append(w.all, x)
	return ctx, func() {
		cancel()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.all = slices.DeleteFunc(w.all, func(y *asked) bool { return x == y })
	}
}
