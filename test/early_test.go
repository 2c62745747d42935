package test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/kernel"
	"machsim/test/effort"
)

// atTheEnd are commands that are answered by the end of a run alone, and others that need its log.
var atTheEnd, ofTheLog = []string{
	"where", "threads", "tasks", "hosts", "ports", "ports all", "port port1", "messages", "mutexes",
	"conditions", "why", "blocked", "suspended", "delays", "panic", "stack", "stack client2", "print",
	"thread w2", "thread nobody", "info", "breakpoints", "checkpoints", "notes", "forks", "queries",
	"help where", "list", "timers", "wires", "nonsense",
}, []string{
	"event back", "event", "goto 100", "goto end", "goto 20001", "events 10", "history", "break label",
	"continue back", "undo", "checkpoint here", "note that this is it", "event w1 back", "goto end-5", "stats",
	"diagram 10", "start", "end",
}

// TestEarlyPrompt types random commands as soon as a recording is begun, and compares what they answer with a
// session that has the log from the start.
func TestEarlyPrompt(t *testing.T) {
	if was := runtime.GOMAXPROCS(0); was < 2 {
		runtime.GOMAXPROCS(2)
		defer runtime.GOMAXPROCS(was)
	}
	for _, m := range moving {
		rec := recorded(t, m.program, 20_000)
		for seed := range effort.Of(uint64(2)) {
			begun, whole := promptOn(t, m.program, rec, false), promptOn(t, m.program, rec, true)
			rng := rand.New(rand.NewPCG(seed, 3))
			for n := range 30 {
				commands := atTheEnd
				if n > 10 && rng.IntN(2) == 0 {
					commands = ofTheLog
				}
				line := commands[rng.IntN(len(commands))]
				if got, want := begun.answer(line), whole.answer(line); got != want {
					t.Fatalf("%s, seed %d, command %d: %s answers\n%s\nand not\n%s",
						m.name, seed, n, line, got, want)
				}
			}
		}
	}
}

// promptOn returns a prompt on a recording, which is opened by one pass if whole is set.
func promptOn(t *testing.T, p *kernel.Program, rec *debugger.Recording, whole bool) *typed {
	t.Helper()
	d, err := debugger.Open(context.Background(), debugger.Source{Recording: rec, Program: p},
		debugger.Options{Part: whole})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	var x typed
	x.Prompt = repl.New(d, repl.Options{Out: &x.out, Page: 1 << 20})
	return &x
}

// typed is a prompt, and what it has written.
type typed struct {
	*repl.Prompt
	out bytes.Buffer
}

// answer is what a command answers, and the prompt after it.
func (x *typed) answer(line string) string {
	x.out.Reset()
	_ = x.Do(line)
	return x.out.String() + x.Prompt.Prompt()
}

// TestEarlyInterrupted interrupts a command that waits for the log, which is held back, and others before and after it.
func TestEarlyInterrupted(t *testing.T) {
	if was := runtime.GOMAXPROCS(0); was < 2 {
		runtime.GOMAXPROCS(2)
		defer runtime.GOMAXPROCS(was)
	}
	p := moving[0].program
	d, err := debugger.Open(context.Background(), debugger.Source{Recording: recorded(t, p, 400_000), Program: p},
		debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	given, giveUp := context.WithCancel(context.Background())
	giveUp()
	var interrupted *debugger.Interrupted
	if _, err := d.Position(given, "start"); err != nil && !errors.As(err, &interrupted) {
		t.Error(err)
	}
	h, err := d.Here(context.Background())
	if err != nil || !h.AtEnd || h.Position.String() != "400000" ||
		h.Position.Describe() != "at the end, after event 400000" {
		t.Errorf("%v, %v", h, err)
	}
	at, err := d.Position(context.Background(), "end")
	if err != nil || !at.Equal(h.Position) || !h.Position.Equal(at) || h.Position.Events() != at.Events() {
		t.Errorf("%v is not %v: %v", at, h.Position, err)
	}
	start, err := d.Position(context.Background(), "start")
	if err != nil || start.Equal(h.Position) {
		t.Error(err)
	}
	for _, to := range []debugger.Position{start, h.Position} {
		if m, err := d.Goto(context.Background(), to); err != nil || !m.Here.Position.Equal(to) {
			t.Errorf("%v, %v", m, err)
		}
	}
}
