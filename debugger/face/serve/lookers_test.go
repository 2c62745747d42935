package serve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/data/sqlite"
	"machsim/debugger/face/wire"
	"machsim/programs"
)

// opens opens a session of a bank.
func opens(t testing.TB) *Session {
	t.Helper()
	o := debugger.Options{Queries: sqlite.Engine{Limits: sqlite.Usual}}
	d, err := debugger.Open(context.Background(), debugger.Source{Program: programs.Find("bank"), Seed: 9}, o)
	if err != nil {
		t.Fatal(err)
	}
	s := newSession("bank", d, "test")
	t.Cleanup(s.service.Close)
	return s
}

// guestOf lets a guest in by a page.
func guestOf(s *Session, name string) *Guest {
	g := &Guest{of: s, name: name, face: Page, gone: make(chan struct{})}
	s.enter(g, false)
	return g
}

// asks makes a call, and returns the text of the answer.
func (g *Guest) asks(method, params string) string {
	return string(answers{g}.Answer(context.Background(), fmt.Appendf(nil, `{"id":7,"method":%q,"params":%s}`, method, params)))
}

// window is what a page asks for after each motion.
const window = `{"calls":[{"method":"here"},{"method":"can"},{"method":"session"},{"method":"threads"},` +
	`{"method":"messages"},{"method":"mutexes"},{"method":"ports","params":{"all":false}}]}`

// TestLookers lets many look at what one moves: all come to see the last state, each state that is asked for is
// computed once, and none of them moves anything.
func TestLookers(t *testing.T) {
	const lookers = 50
	s := opens(t)
	mover := guestOf(s, "anna")
	var made, wrong atomic.Int64
	seen := make([]atomic.Uint64, lookers)
	var all sync.WaitGroup
	over := make(chan struct{})
	for n := range lookers {
		g := guestOf(s, fmt.Sprint("guest", n))
		all.Go(func() { follow(g, over, &seen[n], &made, &wrong) })
	}
	for n := range 100 {
		if text := mover.asks("goto", fmt.Sprintf(`{"position":"%d"}`, 3*n+1)); strings.Contains(text, `"error"`) {
			t.Fatal(text)
		}
	}
	serial := s.service.Serial()
	for n := range seen {
		for began := time.Now(); seen[n].Load() != serial; time.Sleep(time.Millisecond) {
			if time.Since(began) > 20*time.Second {
				t.Fatalf("guest %d sees state %d, not %d", n, seen[n].Load(), serial)
			}
		}
	}
	close(over)
	all.Wait()
	if wrong.Load() > 0 || s.service.Serial() != serial {
		t.Errorf("%d wrong answers; the state is %d, and was %d", wrong.Load(), s.service.Serial(), serial)
	}
	t.Logf("%d answers", made.Load())
}

// follow looks as a page does.
func follow(g *Guest, over chan struct{}, seen *atomic.Uint64, made, wrong *atomic.Int64) {
	changed := make(chan struct{}, 1)
	stop := answers{g}.Watch(func(e wire.Event) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer stop()
	changed <- struct{}{}
	for {
		select {
		case <-over:
			return
		case <-changed:
		}
		text := g.asks("batch", window)
		var serial uint64 // a page reads all of it, elsewhere
		if n, err := fmt.Sscanf(text, `{"id":7,"serial":%d,"result":[`, &serial); n != 1 || err != nil ||
			strings.Contains(text, `"error":`) {
			wrong.Add(1)
			return
		}
		made.Add(1)
		seen.Store(serial)
	}
}

// TestLooksOnce asks the same of one state by many guests at once: the Debugger is asked once.
func TestLooksOnce(t *testing.T) {
	s := opens(t)
	guestOf(s, "anna")
	var all sync.WaitGroup
	for n := range 20 {
		g := guestOf(s, fmt.Sprint("guest", n))
		all.Go(func() { g.asks("threads", "{}") })
	}
	all.Wait()
	s.looks.mu.Lock()
	n := len(s.looks.known)
	s.looks.mu.Unlock()
	if n != 1 {
		t.Errorf("%d answers are kept", n)
	}
}

// TestTakeOver gives up what is at work of whoever moved before.
func TestTakeOver(t *testing.T) {
	s := opens(t)
	anna, ben := guestOf(s, "anna"), guestOf(s, "ben")
	ctx, done := anna.begins(context.Background())
	defer done()
	if err := ben.Take(); err != nil || ctx.Err() == nil {
		t.Errorf("%v, %v", err, ctx.Err())
	}
	if text := anna.asks("goto", `{"position":"7"}`); !strings.Contains(text, "you look: ben moves") {
		t.Error(text)
	}
	if text := ben.asks("goto", `{"position":"7"}`); !strings.Contains(text, `"position":"7"`) {
		t.Error(text)
	}
	if err := ben.Give("nobody"); err == nil {
		t.Error("nobody moves")
	}
	s.leave(ben)
	if err := anna.mayNot(); err == nil || err.Error() != "nobody moves" {
		t.Error(err)
	}
}

// BenchmarkLookers holds what a motion costs while 50 look at it against what it costs while nobody does: in turns, so
// that both meet the same machine, and by the median, as that is what one feels. A motion comes every 30 ms, as fast as
// a key that is held down.
func BenchmarkLookers(b *testing.B) {
	s := opens(b)
	mover := guestOf(s, "anna")
	n := 0
	moves := func() (all []time.Duration) {
		for range 30 {
			n++
			began := time.Now()
			if text := mover.asks("goto", fmt.Sprintf(`{"position":"%d"}`, n%300+1)); strings.Contains(text, `"error"`) {
				b.Fatal(text)
			}
			all = append(all, time.Since(began))
			time.Sleep(30 * time.Millisecond)
		}
		return all
	}
	var alone, watched []time.Duration
	for b.Loop() {
		alone = append(alone, moves()...)
		var made, wrong atomic.Int64
		var all sync.WaitGroup
		over := make(chan struct{})
		for range 50 {
			g := guestOf(s, "guest")
			all.Go(func() { follow(g, over, new(atomic.Uint64), &made, &wrong); s.leave(g) })
		}
		time.Sleep(200 * time.Millisecond)
		watched = append(watched, moves()...)
		close(over)
		all.Wait()
	}
	b.ReportMetric(median(alone), "µs-alone")
	b.ReportMetric(median(watched), "µs-watched")
	b.ReportMetric(100*(median(watched)/median(alone)-1), "%-more")
}

// median is the middle of some times, in microseconds.
func median(all []time.Duration) float64 {
	slices.Sort(all)
	return float64(all[len(all)/2].Nanoseconds()) / 1000
}
