package simtest

import (
	"fmt"
	"strings"

	"machsim/debugger/study"
	"machsim/kernel"
)

// An Option says how a program is run, or what has to be true of its runs.
type Option func(*plan)

// plan is what a test wants.
type plan struct {
	program *kernel.Program
	process *study.Process
	options study.Options
	seeds   int // 0 for as many as usual
	always  []condition
	finally []condition
	shrinks bool // a run that fails is made smaller
	causes  bool // its cause is looked for
	proof   bool // an exploration has to run all that there is
	receipt bool // classes are those by receipt
	guarded bool // threads share variables behind locks alone
}

// condition is what has to be true of a run.
type condition struct {
	text string // what is wrong when it is not
	ok   func(*World) bool
}

// Seeds sets how many seeds are tried, from [FirstSeed] on; without it, 100.
func Seeds(n int) Option { return func(p *plan) { p.seeds = n } }

// FirstSeed sets the first seed that is tried; without it, 1.
func FirstSeed(seed uint64) Option { return func(p *plan) { p.options.Seed = seed } }

// With sets a parameter of the program.
func With(param string, value any) Option {
	return func(p *plan) { p.options.Args[param] = fmt.Sprint(value) }
}

// Input is what the program reads from the console, line by line.
func Input(lines ...string) Option {
	return func(p *plan) {
		p.options.Input = strings.NewReader(strings.Join(lines, "\n") + "\n")
	}
}

// MaxEvents gives a run up that does not end by itself after so many events.
func MaxEvents(n uint64) Option { return func(p *plan) { p.options.MaxEvents = n } }

// MaxMemory gives a run up that takes more than so many MB of memory; without it, 1000. What the test itself and others
// beside it take counts as well.
func MaxMemory(n uint64) Option { return func(p *plan) { p.options.MaxMemory = n } }

// Strategy says by its name who chooses, as the flag --strategy does: random without it. One that learns
// from each run for the next makes the same runs in each search, and the recording of one that has failed
// repeats it; its seed alone does not.
func Strategy(name string) Option { return func(p *plan) { p.options.Strategy = name } }

// Bound limits what an exhaustive search tries, as the flag --bound does: preemptions=2,depth=100. What [Explore] logs
// says what the bounds have left out; with [Proof] the test fails if they have left out anything.
func Bound(bounds string) Option { return func(p *plan) { p.options.Bounds = bounds } }

// Weak asks the kernel for no more than the manuals promise: a signal may wake any
// waiter.
func Weak() Option { return func(p *plan) { p.options.Weak = true } }

// FreeTimers lets timeouts happen at any moment.
func FreeTimers() Option { return func(p *plan) { p.options.FreeTimers = true } }

// Faults lets things go wrong: "crash=1,loss=2", as the flag --faults does.
func Faults(budgets string) Option { return func(p *plan) { p.options.Faults = budgets } }

// Lenient gives C Threads' own behaviour where a thread unlocks a mutex that it has not locked,
// or waits for a condition without: nothing is unlocked, and the run goes on.
func Lenient() Option { return func(p *plan) { p.options.Lenient = true } }

// KeepGoing makes a panic the end of its task alone; the others go on.
func KeepGoing() Option { return func(p *plan) { p.options.KeepGoing = true } }

// Always says what must be true after every step.
func Always(text string, ok func(*World) bool) Option {
	return func(p *plan) { p.always = append(p.always, condition{"not always: " + text, ok}) }
}

// Never says what must not be true after any step.
func Never(text string, bad func(*World) bool) Option {
	ok := func(w *World) bool { return !bad(w) }
	return func(p *plan) { p.always = append(p.always, condition{"this was never to be: " + text, ok}) }
}

// Finally says what must be true at the end of each run.
func Finally(text string, ok func(*World) bool) Option {
	return func(p *plan) { p.finally = append(p.finally, condition{"not true at the end: " + text, ok}) }
}

// Prints says that each run prints a line that holds a text.
func Prints(text string) Option {
	ok := func(w *World) bool { return w.Printed(text) }
	return func(p *plan) {
		p.finally = append(p.finally, condition{fmt.Sprintf("it has not printed %q", text), ok})
	}
}

// check looks at a run as the conditions ask for.
func (p *plan) check(r *study.Running) study.Check {
	w := &World{run: r, labels: map[string]int{}, last: map[kernel.ThreadID][]kernel.Variable{}}
	c := study.Check{End: func() string {
		w.State, w.Event = r.State, nil
		return w.broken(append(p.always[:len(p.always):len(p.always)], p.finally...))
	}}
	if len(p.always)+len(p.finally) > 0 {
		c.Step = func(e *kernel.Event) string {
			w.see(e)
			return w.broken(p.always)
		}
	}
	return c
}

// broken is what is wrong, "" if all conditions are true.
func (w *World) broken(all []condition) string {
	for _, c := range all {
		if text := w.test(c); text != "" {
			return text
		}
	}
	return ""
}

// test is what is wrong with one condition, "" if it is true.
func (w *World) test(c condition) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprintf("the test's own condition panics: %v (%s)", v, c.text)
		}
	}()
	if !c.ok(w) {
		return c.text
	}
	return ""
}
