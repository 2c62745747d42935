//go:build unix

package explore_test

import (
	"sync"
	"syscall"
	"testing"
	"time"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
)

// used is the processor time that the process has used.
func used() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkExplore compares what a class costs with what a run at random costs, both with what earlier runs have left.
// They are made in turns.
func BenchmarkExplore(b *testing.B) {
	for _, c := range []struct {
		name string
		p    *kernel.Program
		most int // classes that are made
	}{
		{"mutex8", mutexes(8, 1), 4000}, {"clients3x3", clients(3, 3, false), 1680}, {"lastzero10", lastZero(10), 3328},
		{"philosophers12", philosophers(12), 4095}, {"indexer15", indexer(15), 600}, {"filesystem26", filesystem(26), 300},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				plain, class, classes := cost(c.p, c.most)
				b.ReportMetric(float64(class)/float64(plain), "class/run")
				b.ReportMetric(float64(plain.Nanoseconds())/1000/float64(classes), "µs/run")
				b.ReportMetric(float64(class.Nanoseconds())/1000/float64(classes), "µs/class")
				b.ReportMetric(float64(classes)/class.Seconds(), "classes/s")
			}
		})
	}
}

// cost makes classes, and as many plain runs in turns with them.
func cost(p *kernel.Program, most int) (plain, class time.Duration, classes int) {
	var pool kernel.Pool
	defer pool.Close()
	s := explore.NewSearch()
	const turn = 20
	for more := true; more && s.Classes < most; {
		before, start := s.Classes, used()
		for range turn {
			more = explored1(s, p, &pool)
		}
		class += used() - start
		start = used()
		for n := range s.Classes - before {
			run(p, kernel.Config{Seed: uint64(s.Classes + n), Pool: &pool})
		}
		plain += used() - start
	}
	return plain, class, s.Classes
}

// BenchmarkWorkers compares the time that all classes of a program take one worker with what they take two, in turns.
func BenchmarkWorkers(b *testing.B) {
	for _, c := range []struct {
		name string
		p    *kernel.Program
	}{
		{"mutex8", mutexes(8, 1)}, {"philosophers12", philosophers(12)}, {"lastzero10", lastZero(10)},
		{"lastzero15", lastZero(15)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				one, _ := beside(c.p, 1)
				two, s := beside(c.p, 2)
				b.ReportMetric(one.Seconds(), "s/one")
				b.ReportMetric(two.Seconds(), "s/two")
				b.ReportMetric(float64(one)/float64(two), "one/two")
				b.ReportMetric(float64(s.Wasted), "wasted")
			}
		})
	}
}

// beside has so many workers explore a program.
func beside(p *kernel.Program, workers int) (time.Duration, *explore.Search) {
	s, start := explore.NewSearch(), time.Now()
	var mu sync.Mutex
	var working sync.WaitGroup
	ended, begun := sync.NewCond(&mu), 0
	for range workers {
		working.Go(func() {
			var pool kernel.Pool
			defer pool.Close()
			mu.Lock()
			defer mu.Unlock()
			for {
				a := s.Take()
				if a == nil && begun == 0 {
					return
				} else if a == nil {
					ended.Wait()
					continue
				}
				begun++
				mu.Unlock()
				run(p, kernel.Config{Door: a, StepTime: kernel.Timeless, Survive: true, Tracer: kernel.Tracer{Log: a}, Pool: &pool})
				mu.Lock()
				begun--
				s.Ended(a, nil)
				for s.Turn() != nil {
				}
				ended.Broadcast()
			}
		})
	}
	working.Wait()
	return time.Since(start), s
}

func explored1(s *explore.Search, p *kernel.Program, pool *kernel.Pool) bool {
	l := s.Begin()
	if l == nil {
		return false
	}
	run(p, kernel.Config{Door: l, Tracer: kernel.Tracer{Log: l}, Pool: pool})
	s.End()
	return true
}

func run(p *kernel.Program, cfg kernel.Config) {
	m := kernel.Must(kernel.New(p, cfg))
	m.Run()
	m.Close()
}
