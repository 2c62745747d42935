package repl_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/programs"
)

// forking is a Prompt that writes files, in a directory of its own.
func forking(t *testing.T, words ...string) (p *repl.Prompt, do func(line string) string, dir string) {
	dir = t.TempDir()
	o := debugger.Options{
		ForkFile: func(of *record.Parent, program string, seed uint64) string {
			return filepath.Join(dir, fmt.Sprintf("%s-%d-%d.rec", program, of.Event, seed))
		},
		Write: func(path string, data []byte) error { return os.WriteFile(path, data, 0o666) },
	}
	d := open(t, o, words...)
	p, out := promptOn(t, d, repl.Options{})
	was := recording(t, d)
	t.Cleanup(func() {
		if recording(t, d) != was {
			t.Error("a fork has changed the recording")
		}
	})
	return p, func(line string) string {
		out.Reset()
		_ = p.Do(line)
		return out.String()
	}, dir
}

// recording enters the recording, and says what it is.
func recording(t *testing.T, d *debugger.Debugger) debugger.Run {
	t.Helper()
	r, err := d.Enter(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSave saves forks, and forks of these, of all programs: each file replays by itself.
func TestSave(t *testing.T) {
	for _, program := range programs.All {
		t.Run(program.Name, func(t *testing.T) {
			_, do, dir := forking(t, program.Name, "--seed=3")
			var kept []string
			for _, lines := range []string{"goto 30|run", "goto 50|run 77", "goto 40|run"} {
				for line := range strings.SplitSeq(lines+"|save", "|") {
					do(line)
				}
			}
			for line := range strings.Lines(do("forks")) {
				if _, file, ok := strings.Cut(line, dir+"/"); ok {
					kept = append(kept, strings.TrimSpace(file))
				}
			}
			want := []string{program.Name + "-30-4.rec", program.Name + "-50-77.rec", program.Name + "-40-5.rec"}
			if d := cmp.Diff(want, kept); d != "" {
				t.Fatal(d)
			}
			for _, name := range kept {
				identical(t, filepath.Join(dir, name))
			}
		})
	}
}

// identical replays the recording in a file.
func identical(t *testing.T, path string) {
	t.Helper()
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	o := runner.Replay(programs.Find(rec.Program), rec)
	run := runner.Do(o)
	defer run.Close()
	if res := o.Replayed().Result(run.Ending()); !res.Identical() {
		t.Errorf("%s: %+v", path, res)
	}
}

// TestSaveSpares sees a file that is something else stay as it is, and one that is this
// fork be written again.
func TestSaveSpares(t *testing.T) {
	_, do, dir := forking(t, "philosophers", "--seed=26")
	path := filepath.Join(dir, "notes")
	if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	do("goto 60")
	do("run")
	if said := do("save " + path); !strings.Contains(said, "is there already") {
		t.Error(said)
	}
	if text, _ := os.ReadFile(path); string(text) != "mine" {
		t.Errorf("the file is now %q", text)
	}
	for range 2 {
		if said := do("save"); !strings.Contains(said, "fork 1 is saved") {
			t.Error(said)
		}
	}
	do("run 3") // at the end: there is no other fork
	do("parent")
	do("run")
	if said := do("save " + filepath.Join(dir, "philosophers-60-27.rec")); !strings.Contains(said, "is there already") {
		t.Error(said)
	}
}

// TestSaveTells sees forks of the same length told apart: none is written over another.
func TestSaveTells(t *testing.T) {
	_, do, dir := forking(t, "philosophers", "--seed=26")
	path, others := filepath.Join(dir, "first.rec"), 0
	do("goto 88")
	for seed := range 8 {
		if said := do(fmt.Sprint("choose hume ", seed)); !strings.Contains(said, "after event 92: DEADLOCK") {
			t.Fatal(said)
		}
		if strings.Contains(do("save "+path), "is there already") {
			others++
		}
		do("parent")
	}
	if others == 0 {
		t.Error("all forks were taken for the first one")
	}
}

// TestChoose lets each thread that can go next do so, and no other.
func TestChoose(t *testing.T) {
	_, do, _ := forking(t, "philosophers", "--seed=26")
	for _, c := range []struct{ at, thread, want string }{
		{"60", "table.1",
			"table.1 cannot go next: it waits for thread table.plato to end; choose one that can: table.plato, "},
		{"60", "table.kant", "61 0.600 table.kant thread_switch"},
		{"60", "table.locke", "61 0.600 table.locke mutex_unlock"},
		{"92", "table.kant", "no thread can"},
		{"5", "table.kant", "not there yet"},
	} {
		do("goto " + c.at)
		said := do("choose " + c.thread)
		if strings.HasPrefix(said, "fork ") {
			said = strings.Join(strings.Fields(do("events 61 61")), " ")
			do("parent")
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("at %s, choose %s: %s", c.at, c.thread, said)
		}
	}
}

// TestForkInterrupted gives a fork up, and is where it was.
func TestForkInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	p, out := prompt(t, repl.Options{Begin: func() (context.Context, func()) { return ctx, func() {} }}, "philosophers",
		"--seed=26")
	_ = p.Do("goto 60")
	stop()
	if err := p.Do("run"); err == nil || !strings.Contains(out.String(), "interrupted; ") {
		t.Errorf("%v: %s", err, out)
	}
	if p.Prompt() != "(machsim 60) " {
		t.Errorf("at %s", p.Prompt())
	}
}

// TestForkLines types all lines of a session on a fork: those that fail leave it where it
// was.
func TestForkLines(t *testing.T) {
	p, do, _ := forking(t, "philosophers", "--seed=26")
	text, err := os.ReadFile("testdata/wrong.txt")
	if err != nil {
		t.Fatal(err)
	}
	do("goto 60")
	do("run")
	do("goto 100")
	for _, m := range typed.FindAllStringSubmatch(string(text), -1) {
		here := p.Prompt()
		if m[1] == "quit" {
			continue
		}
		if err := p.Do(m[1]); err != nil && p.Prompt() != here {
			t.Errorf("%q fails with %v, and leads from %s to %s", m[1], err, here, p.Prompt())
		}
	}
	if !strings.HasSuffix(p.Prompt(), " fork 1) ") {
		t.Errorf("in the end %s", p.Prompt())
	}
}

// FuzzForkLine types any line on a fork: one that fails leaves all as it was, and none
// changes the recording.
func FuzzForkLine(f *testing.F) {
	for _, path := range []string{"testdata/fork.txt", "testdata/print.txt", "testdata/diagram.txt"} {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, m := range typed.FindAllStringSubmatch(string(text), -1) {
			f.Add(m[1])
		}
	}
	d := open(f, debugger.Options{}, "buffer", "--seed=4")
	f.Fuzz(func(t *testing.T, line string) {
		was := recording(t, d)
		tried(t, d, func(ctx context.Context, p *repl.Prompt) {
			for _, line := range []string{"goto 60", "run 5", "goto 80"} {
				mustDo(t, p, line)
			}
			here := at(t, ctx, d)
			if err := p.Do(line); err != nil && (at(t, ctx, d) != here || strings.Contains(err.Error(), "at fault")) {
				t.Errorf("%q leads from %s to %s: %v", line, here, at(t, ctx, d), err)
			}
		})
		if recording(t, d) != was {
			t.Fatalf("%q: the recording is another", line)
		}
	})
}

// TestClose closes forks: by number, the one that one is in, one that others were made from.
func TestClose(t *testing.T) {
	p, do, _ := forking(t, "philosophers", "--seed=3")
	for _, c := range []struct{ line, want string }{
		{"close", "this is the recording itself, which stays open"},
		{"close 1", "there are no forks yet"},
		{"goto 30", ""}, {"run", "fork 1: as the recording up to event 30"},
		{"goto 40", ""}, {"run", "fork 2: as fork 1 up to event 40"},
		{"close 3", `there is no fork "3"`}, {"close x", `there is no fork "x"`},
		{"close 1", "fork 1 is closed\n"},
		{"forks", "fork 1, closed"},
		{"close 1", "fork 1 is closed; forks lists those that are open"}, {"fork 1", "fork 1 is closed; forks lists"},
		{"where", "after event"}, {"goto 10", ""},
		{"run", "fork 3: as fork 2 up to event 10, then by seed 6"},
		{"close", "fork 3 is closed\nfork 2, after event 10"},
		{"parent", "the recording, after event 30"},
		{"fork 2", "fork 2, after event 10"},
		{"save", "fork 2 is saved"},
		{"close 2", "fork 2 is closed; it is saved in "},
		{"forks", "there are no forks yet"},
		{"parent", "this is the recording itself"},
		{"goto 30", ""}, {"run", "fork 4: as the recording up to event 30"},
	} {
		if got := do(c.line); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.line, got, c.want)
		}
	}
	if got := p.Prompt(); !strings.Contains(got, " fork 4) ") {
		t.Error(got)
	}
}
