package jetstream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"machsim/cmd/machsim/internal/workqueue"
)

// fixture is a job of some items, and what its coordinator was told.
type fixture struct {
	workqueue.Coordinator
	url chan string

	mu      sync.Mutex
	parts   map[string]string
	notices []string
}

func newFixture(t *testing.T, items int) *fixture {
	f := &fixture{url: make(chan string, 1), parts: map[string]string{}}
	f.Coordinator = workqueue.Coordinator{
		Job:   workqueue.Job{Command: []string{"explore", "lab"}, Executable: "e1", Shards: items},
		Store: filepath.Join(t.TempDir(), "store"), Silence: 600 * time.Millisecond,
		Accept: f.accept, Finish: func() error { return nil }, Progress: func(workqueue.Progress) {},
		Ready: func(url string) { f.url <- url }, Notice: f.notice,
	}
	for i := range items {
		f.First = append(f.First, workqueue.Item{ID: fmt.Sprint(i + 1), Data: fmt.Append(nil, "item ", i+1)})
	}
	return f
}

func (f *fixture) accept(i workqueue.Item, part []byte) ([]workqueue.Item, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !strings.HasPrefix(string(part), "part of ") {
		return nil, errors.New("it is malformed")
	}
	f.parts[i.ID] += string(part)
	return nil, nil
}

func (f *fixture) notice(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.notices = append(f.notices, text)
}

// start coordinates until the job is over or the function is called that it returns, which returns the error then.
func (f *fixture) start(t *testing.T) (url string, stop, wait func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	c := f.Coordinator
	go func() { ended <- Queue.Coordinate(ctx, &c) }()
	wait = func() error { defer cancel(); return <-ended }
	select {
	case url = <-f.url:
	case err := <-ended:
		t.Fatal(err)
	}
	return url, func() error { cancel(); return wait() }, wait
}

// join returns a worker whose items are done by a function.
func join(url string, work workqueue.Work) *workqueue.Worker {
	return &workqueue.Worker{URL: url, Name: "w", Slots: 2, Notice: func(string) {}, Patience: time.Minute,
		Prepare: func(workqueue.Job) (workqueue.Work, error) { return work, nil }}
}

func good(_ context.Context, i workqueue.Item) ([]byte, error) {
	return []byte("part of " + string(i.Data)), nil
}

// complete fails unless each item has its part once.
func (f *fixture) complete(t *testing.T) {
	t.Helper()
	if len(f.parts) != len(f.First) {
		t.Errorf("there are parts of %v", slices.Sorted(maps.Keys(f.parts)))
	}
	for _, i := range f.First {
		if want := "part of " + string(i.Data); f.parts[i.ID] != want {
			t.Errorf("the part of %s is %q, not %q", i.ID, f.parts[i.ID], want)
		}
	}
}

// Three workers do a job, and end when it is over; the store is gone then.
func TestJob(t *testing.T) {
	f := newFixture(t, 40)
	url, _, wait := f.start(t)
	var ws sync.WaitGroup
	for range 3 {
		ws.Go(func() {
			if err := Queue.Join(t.Context(), join(url, good)); err != nil {
				t.Error(err)
			}
		})
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	ws.Wait()
	f.complete(t)
	if left, _ := os.ReadDir(f.Store); len(left) != 0 {
		t.Errorf("the store still has %v", left)
	}
	if len(f.notices) != 0 {
		t.Errorf("notices: %q", f.notices)
	}
}

// A worker is lost with its items in hand; the others get them.
func TestLostWorker(t *testing.T) {
	f := newFixture(t, 8)
	url, _, wait := f.start(t)
	taken := make(chan struct{}, 8)
	ctx, kill := context.WithCancel(t.Context())
	go func() {
		_ = Queue.Join(ctx, join(url, func(ctx context.Context, _ workqueue.Item) ([]byte, error) {
			taken <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		}))
	}()
	<-taken
	kill()
	go func() { _ = Queue.Join(t.Context(), join(url, good)) }()
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	f.complete(t)
}

// A coordinator ends in the middle; the next one goes on where it was, and the same worker works for it.
func TestResumed(t *testing.T) {
	f := newFixture(t, 20)
	url, stop, _ := f.start(t)
	half, goOn := make(chan struct{}, 20), make(chan struct{})
	var mu sync.Mutex
	times := map[string]int{}
	work := func(ctx context.Context, i workqueue.Item) ([]byte, error) {
		mu.Lock()
		times[i.ID]++
		n := len(times)
		mu.Unlock()
		if n > 10 {
			half <- struct{}{}
			<-goOn
		}
		return good(ctx, i)
	}
	ended := make(chan error, 1)
	go func() { ended <- Queue.Join(t.Context(), join(url, work)) }()
	<-half
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	clear(f.parts)
	again, _, wait := f.start(t)
	if again != url {
		t.Errorf("the second coordinator is at %s, the first was at %s", again, url)
	}
	close(goOn)
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	f.complete(t)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
