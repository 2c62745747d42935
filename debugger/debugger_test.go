package debugger_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger"
	"machsim/kernel"
	"machsim/programs"
)

var ctx = context.Background()

// opened is a Debugger on a run of a sample program.
func opened(t *testing.T, program string, seed uint64) *debugger.Debugger {
	t.Helper()
	d, err := debugger.Open(ctx, debugger.Source{Program: programs.Find(program), Seed: seed}, debugger.Options{})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// to goes to a position, which is a text.
func to(t *testing.T, d *debugger.Debugger, position string) {
	t.Helper()
	p, err := d.Position(ctx, position)
	must(t, err)
	_, err = d.Goto(ctx, p)
	must(t, err)
}

// all is everything that a Debugger tells of itself, in words.
func all(t *testing.T, ctx context.Context, d *debugger.Debugger) string {
	t.Helper()
	var text strings.Builder
	show := func(x any, err error) {
		must(t, err)
		fmt.Fprintf(&text, "%+v\n", x)
	}
	h, err := d.Here(ctx)
	show(h.Position.String(), err)
	left, err := d.Left(ctx)
	show(left.String(), err)
	runs, err := d.Forks(ctx)
	show(runs, err)
	focus, err := d.Focus(ctx)
	show(focus.Thread, err)
	mode, err := d.Mode(ctx)
	show(mode, err)
	breakpoints, err := d.Breakpoints(ctx)
	show(breakpoints, err)
	stops, err := d.Stops(ctx)
	show(stops, err)
	checkpoints, err := d.Checkpoints(ctx)
	for _, c := range checkpoints {
		show(c.Name+" "+c.Position.String(), err)
	}
	notes, err := d.Notes(ctx)
	for _, n := range notes {
		show(n.Text+" "+n.Position.String(), err)
	}
	return text.String()
}

// prepared is a Debugger with some of everything.
func prepared(t *testing.T) *debugger.Debugger {
	t.Helper()
	d := opened(t, "bank", 9)
	_, err := d.Break(ctx, "send to port bank", false)
	must(t, err)
	_, err = d.StopIf(ctx, "balance[1] > 101")
	must(t, err)
	to(t, d, "100")
	_, err = d.Checkpoint(ctx, "mine")
	must(t, err)
	_, err = d.Note(ctx, "here")
	must(t, err)
	_, err = d.Fork(ctx, debugger.Fork{Seed: new(uint64(77))})
	must(t, err)
	to(t, d, "past 120")
	return d
}

// deeds change everything that can be changed.
func deeds(ctx context.Context, d *debugger.Debugger) error {
	for _, f := range []func() error{
		func() error { return d.SetMode(ctx, debugger.Optimistic) },
		func() error { return d.SetServers(ctx, true) },
		func() error { _, err := d.Break(ctx, "receive", true); return err },
		func() error { return d.Enable(ctx, false) },
		func() error { _, _, err := d.Delete(ctx, 1); return err },
		func() error { _, err := d.StopIf(ctx, "balance[2] > 101"); return err },
		func() error { _, err := d.Primary(ctx, 4, 0); return err },
		func() error { _, err := d.Checkpoint(ctx, ""); return err },
		func() error { _, err := d.Step(ctx, debugger.Step{Thread: "teller1", Back: true}); return err },
		func() error { _, err := d.Note(ctx, "there"); return err },
		func() error { _, err := d.Parent(ctx); return err },
		func() error { return d.Forget(ctx, "mine") },
		func() error { return d.DeleteNote(ctx, 1) },
		func() error { _, err := d.Fork(ctx, debugger.Fork{}); return err },
		func() error { _, err := d.CloseRun(ctx, 1); return err },
		func() error { _, err := d.Continue(ctx, true); return err },
	} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// TestUndone does all that can be done in one command that fails at its end, and one that panics:
// everything is as it was.
func TestUndone(t *testing.T) {
	d := prepared(t)
	was := all(t, ctx, d)
	for _, fails := range []func() error{
		func() error { return errors.New("no") },
		func() error { panic("no") },
	} {
		err := d.Do(ctx, "deeds", func(ctx context.Context) error {
			must(t, deeds(ctx, d))
			if all(t, ctx, d) == was {
				t.Error("nothing has been done")
			}
			return fails()
		})
		if err == nil || !strings.Contains(err.Error(), "no") {
			t.Error(err)
		}
		if diff := cmp.Diff(was, all(t, ctx, d)); diff != "" {
			t.Error(diff)
		}
	}
	must(t, d.Do(ctx, "deeds", func(ctx context.Context) error { return deeds(ctx, d) }))
	if all(t, ctx, d) == was {
		t.Error("nothing has been done")
	}
}

// TestLeftBehind gives up a command that does not notice: its caller is back at once, others wait,
// and when it ends it has not happened.
func TestLeftBehind(t *testing.T) {
	d := prepared(t)
	was := all(t, ctx, d)
	given, stop := context.WithCancel(ctx)
	release := make(chan struct{})
	begun := make(chan time.Time, 1)
	err := d.Do(given, "stuck", func(ctx context.Context) error {
		must(t, deeds(ctx, d))
		stop()
		begun <- time.Now()
		<-release
		return nil
	})
	var interrupted *debugger.Interrupted
	if took := time.Since(<-begun); !errors.As(err, &interrupted) || took > 10*time.Second {
		t.Errorf("%v, after %v", err, took)
	}
	var busy *debugger.Busy
	if _, err := d.Here(given); !errors.As(err, &busy) || busy.What != "stuck" || !d.Busy() {
		t.Errorf("busy %t: %v", d.Busy(), err)
	}
	close(release)
	if diff := cmp.Diff(was, all(t, ctx, d)); diff != "" {
		t.Error(diff)
	}
}

// spinning is a program that shows a value whose method does not come back.
var spinning = &kernel.Program{Name: "spinning", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		var x stuck
		th.Watch("x", &x)
		th.Yield()
		th.Yield()
	})
}}

type stuck struct{ wait chan struct{} }

func (s stuck) String() string { <-s.wait; return "" }

// TestInterrupted ends the context of every sort of work; what takes long is given up, and nothing
// has happened.
func TestInterrupted(t *testing.T) {
	d, err := debugger.Open(ctx, debugger.Source{Program: spinning}, debugger.Options{LoopLimit: time.Minute})
	must(t, err)
	t.Cleanup(d.Close)
	given, stop := context.WithTimeout(ctx, 10*time.Millisecond)
	defer stop()
	var interrupted *debugger.Interrupted
	if _, err := d.Variables(given, debugger.Plain); !errors.As(err, &interrupted) {
		t.Error(err)
	}
	e := prepared(t)
	was := all(t, ctx, e)
	ended, end := context.WithCancel(ctx)
	end()
	p, err := e.Position(ctx, "1/5")
	must(t, err)
	for name, f := range map[string]func() error{
		"goto":     func() error { _, err := e.Goto(ended, p); return err },
		"continue": func() error { _, err := e.Continue(ended, true); return err },
		"fork":     func() error { _, err := e.Fork(ended, debugger.Fork{}); return err },
		"stop":     func() error { _, err := e.StopIf(ended, "balance[3] > 101"); return err },
		"check":    func() error { _, err := e.Check(ended, debugger.Check{Predicate: "balance[3] > 101"}); return err },
		"open": func() error {
			_, err := debugger.Open(ended, debugger.Source{Program: programs.Find("bank")}, debugger.Options{})
			return err
		},
	} {
		if err := f(); !errors.As(err, &interrupted) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if diff := cmp.Diff(was, all(t, ctx, e)); diff != "" {
		t.Error(diff)
	}
}

// TestPositions reads what Position.String writes: it is the same position, of the same run.
func TestPositions(t *testing.T) {
	d := prepared(t)
	for _, run := range []int{0, 1} {
		_, err := d.Enter(ctx, run)
		must(t, err)
		for e := 1; e < 200; e += 7 {
			for _, text := range []string{fmt.Sprint("past ", e), fmt.Sprint("without ", e), fmt.Sprint(e)} {
				p, err := d.Position(ctx, text)
				must(t, err)
				_, err = d.Enter(ctx, 1-run)
				must(t, err)
				q, err := d.Position(ctx, fmt.Sprintf("%d/%s", run, strings.TrimPrefix(p.String(), "1/")))
				must(t, err)
				m, err := d.Goto(ctx, q)
				must(t, err)
				if h := m.Here.Position; h.String() != p.String() || h.Run() != run || h.Events() != p.Events() {
					t.Errorf("%s is %s, and %s leads to %s", text, p, q, h)
				}
			}
		}
	}
	for _, text := range []string{
		"2/5", "x/5", "1/", "5&", "5&0", "5&1000", "-1/5", "1/5/5", "5&x", "&", "99999999999999999999/1",
	} {
		if p, err := d.Position(ctx, text); err == nil {
			t.Errorf("%q is %s", text, p)
		}
	}
}

// TestCountedPositions: a cut is what threads have done, if there is such a state.
func TestCountedPositions(t *testing.T) {
	d := opened(t, "bank", 9)
	for n := 1; n < 300; n += 31 {
		to(t, d, strconv.Itoa(n))
		threads, err := d.Threads(ctx)
		must(t, err)
		var counts []string
		for _, w := range threads {
			counts = append(counts, fmt.Sprintf("%s=%d", w.Name, w.Done))
		}
		p, err := d.Position(ctx, strings.Join(counts, "&"))
		must(t, err)
		_, err = d.Goto(ctx, p)
		must(t, err)
		for i, w := range threads {
			again, err := d.Threads(ctx)
			must(t, err)
			if again[i].Done != w.Done {
				t.Errorf("%v: %s has done %d events", counts, w.Name, w.Done)
			}
		}
	}
	for text, want := range map[string]string{
		"teller1.1=20&bank.1=2":  "there is no state with teller1.1=20 and bank.1=2: bank.1 has done ",
		"teller1.1=1000":         "teller1.1 does 54 events in this run, and not 1000",
		"teller9.1=1":            `"teller9.1"`,
		"teller1.1=x":            "is no thread with a number of events",
		"teller1.1=1&teller2.1":  "is no thread with a number of events",
		"teller1.1=-1&bank.1=99": "is no thread with a number of events",
	} {
		if _, err := d.Position(ctx, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestCheckpoints takes, lists and deletes checkpoints, and rolls back to them; the histories go
// back too.
func TestCheckpoints(t *testing.T) {
	d := opened(t, "clientserver", 1)
	rows := func() int {
		h, err := d.History(ctx, "enqueue", "", 0)
		must(t, err)
		return len(h.Rows)
	}
	whole := rows()
	to(t, d, "40")
	first, err := d.Checkpoint(ctx, "")
	must(t, err)
	to(t, d, "past 60")
	_, err = d.Checkpoint(ctx, "past60")
	must(t, err)
	for _, name := range []string{"past60", "7", "end", "two words", "\x1b[0m"} {
		if _, err := d.Checkpoint(ctx, name); err == nil {
			t.Errorf("a checkpoint %q", name)
		}
	}
	to(t, d, "end")
	m, err := d.Rollback(ctx, first.Name)
	must(t, err)
	if got := rows(); m.Here.Position.String() != "40" || got == 0 || got >= whole {
		t.Errorf("at %s, with %d rows of %d", m.Here.Position, got, whole)
	}
	must(t, d.Forget(ctx, first.Name))
	if _, err := d.Rollback(ctx, first.Name); err == nil || !strings.Contains(err.Error(), "there are past60") {
		t.Errorf("a rollback to a deleted checkpoint: %v", err)
	}
}

// TestManual sees every method in the list by subject.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("debugger.go")
	must(t, err)
	_, text, _ = bytes.Cut(text, []byte("by subject:"))
	text, _, _ = bytes.Cut(text, []byte("type Debugger struct"))
	words := strings.FieldsFunc(string(text), func(r rune) bool { return !unicode.IsLetter(r) })
	for m := range reflect.TypeFor[*debugger.Debugger]().Methods() {
		if !slices.Contains(words, m.Name) {
			t.Errorf("%s is in no subject", m.Name)
		}
	}
}

// TestSources opens a run in every way there is, and tells how far it has come.
func TestSources(t *testing.T) {
	dir := t.TempDir()
	d := prepared(t)
	p := programs.Find("bank")
	run, err := d.Run(ctx)
	must(t, err)
	data, err := d.Data(ctx)
	must(t, err)
	path := dir + "/bank.rec"
	must(t, write(path, data))
	told := uint64(0)
	o := debugger.Options{
		Find: debugger.ByName(programs.Find),
		Progress: func(w debugger.Work, done, total uint64) {
			if w == debugger.Replaying {
				told = max(told, done*1000+total)
			}
		},
	}
	for name, from := range map[string]debugger.Source{
		"file": {File: path}, "data": {Data: data}, "data and program": {Data: data, Program: p},
	} {
		told = 0
		e, err := debugger.Open(ctx, from, o)
		must(t, err)
		got, err := e.Run(ctx)
		must(t, err)
		if got.Events != run.Events || got.Ended != run.Ended || told != uint64(run.Events*1001) {
			t.Errorf("%s: %+v and not %+v; told %d", name, got, run, told)
		}
		e.Close()
	}
	for name, from := range map[string]debugger.Source{
		"nothing": {}, "no file": {File: path + "x"}, "no recording": {Data: []byte("x")},
		"another program": {Data: data, Program: programs.Find("buffer")},
	} {
		if _, err := debugger.Open(ctx, from, o); err == nil {
			t.Errorf("%s is opened", name)
		}
	}
}
