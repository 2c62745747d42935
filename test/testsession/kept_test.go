package testsession_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/kernel"
	"machsim/test/testrun"
)

var ctx = context.Background()

// serving is a program whose runs are long enough to be opened with their end first. The replay with the log ends when
// the gate opens: only that one lets the server go at the end of the run.
func serving(gate <-chan struct{}) *kernel.Program {
	return &kernel.Program{Name: "serving", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "one", func(th *kernel.Thread) {
			for n := range 21_000 {
				th.Label(fmt.Sprint(n))
			}
		})
		b.Server(b.Host("h"), "server", func(th *kernel.Thread) {
			defer func() { <-gate }()
			_, _ = th.Mach().Receive(th.NewPort("port"))
		})
	}}
}

// keeping opens a recording of it, without its log, with what is kept beside it. That it is open says that nothing
// waits for the log. goOn opens the gate.
func keeping(t *testing.T, path string) (d *debugger.Debugger, goOn func()) {
	t.Helper()
	return keepingWithin(t, path, time.Hour)
}

// keepingWithin is keeping with a limit of how long the gate may be closed.
func keepingWithin(t *testing.T, path string, limit time.Duration) (d *debugger.Debugger, goOn func()) {
	t.Helper()
	twoCores(t)
	gate := make(chan struct{})
	soon, end := context.WithTimeout(ctx, time.Minute)
	defer end()
	d, err := debugger.Open(soon, debugger.Source{File: path, Program: serving(gate)},
		debugger.Options{Keep: true, LoopLimit: limit})
	if err != nil {
		close(gate)
		t.Fatalf("it waits for the log: %v", err)
	}
	t.Cleanup(d.Close)
	return d, func() { close(gate) }
}

// noted is the file of a run of it, with something of each kind kept beside it.
func noted(t *testing.T) (path string) {
	t.Helper()
	open := make(chan struct{})
	close(open)
	path = filepath.Join(t.TempDir(), "serving.rec")
	must(t, written(path, testrun.Record(serving(open), kernel.Config{Seed: 1}).Data()))
	d, goOn := keeping(t, path)
	goOn()
	_, err := d.Break(ctx, `label "19000"`, false)
	must(t, err)
	_, err = d.StopIf(ctx, "blocked by one.1")
	must(t, err)
	_, err = d.Checkpoint(ctx, "mine")
	must(t, err)
	_, err = d.Note(ctx, "here")
	must(t, err)
	must(t, d.NameQuery(ctx, "all", "select count(*) from events"))
	return path
}

func written(path string, data []byte) error { return os.WriteFile(path, data, 0o666) }

// kept is all that is kept, in words.
func kept(t *testing.T, d *debugger.Debugger) string {
	t.Helper()
	var text strings.Builder
	show := func(x any, err error) {
		must(t, err)
		fmt.Fprintf(&text, "%+v\n", x)
	}
	breakpoints, err := d.Breakpoints(ctx)
	show(breakpoints, err)
	stops, err := d.Stops(ctx)
	show(stops, err)
	queries, err := d.Queries(ctx)
	show(queries, err)
	checkpoints, err := d.Checkpoints(ctx)
	show(len(checkpoints), err)
	for _, c := range checkpoints {
		show(c.Name+" "+c.Position.String(), nil)
	}
	notes, err := d.Notes(ctx)
	show(len(notes), err)
	for _, n := range notes {
		show(n.Text+" "+n.Position.String(), nil)
	}
	return text.String()
}

// TestKeptEarly asks for what is kept, and changes it, as the first thing after an opening: each method sees what it
// sees once the log is there.
func TestKeptEarly(t *testing.T) {
	path := noted(t)
	file, err := os.ReadFile(path + ".notes")
	must(t, err)
	for name, f := range map[string]func(*debugger.Debugger) (any, error){
		"breakpoints": func(d *debugger.Debugger) (any, error) { return d.Breakpoints(ctx) },
		"stops":       func(d *debugger.Debugger) (any, error) { return d.Stops(ctx) },
		"checkpoints": func(d *debugger.Debugger) (any, error) {
			list, err := d.Checkpoints(ctx)
			return len(list), err
		},
		"notes": func(d *debugger.Debugger) (any, error) {
			list, err := d.Notes(ctx)
			return len(list), err
		},
		"queries":     func(d *debugger.Debugger) (any, error) { return d.Queries(ctx) },
		"can":         func(d *debugger.Debugger) (any, error) { return d.Can(ctx) },
		"enable":      func(d *debugger.Debugger) (any, error) { return nil, d.Enable(ctx, false, 1) },
		"delete":      func(d *debugger.Debugger) (any, error) { _, some, err := d.Delete(ctx, 1); return some, err },
		"forget":      func(d *debugger.Debugger) (any, error) { return nil, d.Forget(ctx, "mine") },
		"delete note": func(d *debugger.Debugger) (any, error) { return nil, d.DeleteNote(ctx, 1) },
		"no query":    func(d *debugger.Debugger) (any, error) { return nil, d.NameQuery(ctx, "all", "") },
	} {
		must(t, written(path+".notes", file))
		early, goOn := keeping(t, path)
		time.AfterFunc(time.Millisecond, goOn)
		got, err := f(early)
		must(t, err)
		left := kept(t, early)
		early.Close()
		must(t, written(path+".notes", file))
		late, goOn := keeping(t, path)
		goOn()
		_, err = late.Position(ctx, "end")
		must(t, err)
		want, err := f(late)
		must(t, err)
		if now := kept(t, late); fmt.Sprint(got) != fmt.Sprint(want) || left != now {
			t.Errorf("%s: %v and not %v, and then\n%s\nand not\n%s", name, got, want, left, now)
		}
		late.Close()
	}
}

// TestKeptLooked asks, without a log, for what has nothing to do with what is kept, and gives up what waits: that is
// still found later.
func TestKeptLooked(t *testing.T) {
	path := noted(t)
	d, goOn := keeping(t, path)
	if h, err := d.Here(ctx); err != nil || !h.AtEnd {
		t.Errorf("%+v, %v", h, err)
	}
	soon, end := context.WithTimeout(ctx, time.Millisecond)
	defer end()
	var interrupted *debugger.Interrupted
	if _, err := d.Breakpoints(soon); !errors.As(err, &interrupted) {
		t.Error(err)
	}
	if said := d.Notices(); said != nil {
		t.Errorf("%q", said)
	}
	goOn()
	if list, err := d.Breakpoints(ctx); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	want := "kept from before in " + path + ".notes: 1 breakpoint, 1 stop, 1 checkpoint, 1 note, 1 query"
	if said := strings.Join(d.Notices(), "\n"); said != want {
		t.Errorf("%s\nwant %s", said, want)
	}
}

// TestKeptAdded adds something as the first thing after an opening: what was kept is there before it.
func TestKeptAdded(t *testing.T) {
	path := noted(t)
	d, goOn := keeping(t, path)
	time.AfterFunc(time.Millisecond, goOn)
	if b, err := d.Break(ctx, "receive", false); err != nil || b.Number != 3 {
		t.Errorf("%v, %v", b, err)
	}
	was := kept(t, d)
	d.Close()
	d, goOn = keeping(t, path)
	goOn()
	if now := kept(t, d); now != was {
		t.Errorf("%s\nand not\n%s", now, was)
	}
}

// TestKeptEarlyFails has the first command fail: what is kept is still there, is told of once, and stays in the file.
func TestKeptEarlyFails(t *testing.T) {
	path := noted(t)
	file, err := os.ReadFile(path + ".notes")
	must(t, err)
	d, goOn := keeping(t, path)
	goOn()
	no := errors.New("no")
	err = d.Do(ctx, "fails", func(ctx context.Context) error {
		if list, err := d.Breakpoints(ctx); err != nil || len(list) != 1 {
			t.Errorf("%v, %v", list, err)
		}
		must(t, d.Forget(ctx, "mine"))
		return no
	})
	if said := d.Notices(); !errors.Is(err, no) || said != nil {
		t.Errorf("%v, %q", err, said)
	}
	must(t, d.SetMode(ctx, debugger.Optimistic))
	if now, err := os.ReadFile(path + ".notes"); err != nil || string(now) != string(file) {
		t.Errorf("%s, %v", now, err)
	}
	if list, err := d.Checkpoints(ctx); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	if said := d.Notices(); len(said) != 1 || !strings.Contains(said[0], "kept from before in ") {
		t.Errorf("%q", said)
	}
}

// TestKeptEarlyUseless has something kept that means nothing in the log: that is said once, by the first method that
// needs it, nothing is kept, and the file is left as it is, whether the method succeeds or fails.
func TestKeptEarlyUseless(t *testing.T) {
	path := noted(t)
	file, err := os.ReadFile(path + ".notes")
	must(t, err)
	bad := strings.Replace(string(file), `"position": "`, `"position": "x`, 1)
	must(t, written(path+".notes", []byte(bad)))
	d, goOn := keeping(t, path)
	goOn()
	no := errors.New("no")
	_ = d.Do(ctx, "fails", func(ctx context.Context) error {
		_, err := d.Note(ctx, "new")
		must(t, err)
		return no
	})
	_, err = d.Note(ctx, "new")
	must(t, err)
	if list, err := d.Breakpoints(ctx); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if said := d.Notices(); len(said) != 1 || !strings.Contains(said[0], "cannot be used, and nothing is kept: ") {
		t.Errorf("%q", said)
	}
	if now, err := os.ReadFile(path + ".notes"); err != nil || string(now) != bad {
		t.Errorf("%s, %v", now, err)
	}
}

// TestKeptNoLog has a log that never comes: what is kept cannot be used, and the end can still be looked at.
func TestKeptNoLog(t *testing.T) {
	path := noted(t)
	d, goOn := keepingWithin(t, path, 50*time.Millisecond)
	defer goOn()
	if list, err := d.Threads(ctx); err != nil || len(list) != 2 {
		t.Errorf("%v, %v", list, err)
	}
	if list, err := d.Notes(ctx); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if said := d.Notices(); len(said) != 1 || !strings.Contains(said[0], "cannot be used, and nothing is kept: ") {
		t.Errorf("%q", said)
	}
	var unfit *debugger.Unfit
	if _, err := d.Note(ctx, "new"); !errors.As(err, &unfit) {
		t.Error(err)
	}
}
