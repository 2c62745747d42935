package diagram_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"machsim/cthreads"
	"machsim/debugger/picture/diagram"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

var update = flag.Bool("update", false, "write the golden files")

// recording records a run.
func recording(p *kernel.Program, seed uint64) *record.Recording {
	return testrun.Record(p, kernel.Config{Seed: seed, MaxSteps: 3000})
}

func draw(t testing.TB, s *session.Session, o diagram.Options) *diagram.Diagram {
	t.Helper()
	o.Words = diagram.Words{
		diagram.AnotherWindow: "--from and --to choose another one",
		diagram.EveryRow:      "--all gives each a row",
		diagram.MoreRoom:      "--width makes more, and so does -o FILE.svg"}
	d, err := diagram.Of(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// eachRun calls a test with sessions of every program, at different positions.
func eachRun(t *testing.T, test func(t *testing.T, s *session.Session)) {
	for _, p := range effort.Some(programs.All, 8) {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range effort.Of(uint64(1)) {
				s := testsession.OpenRecording(t, p, recording(p, seed))
				rng := rand.New(rand.NewPCG(seed, 1))
				for range 3 {
					test(t, s)
					if err := s.MoveTo(s.Least(rng.IntN(s.Len()))); err != nil {
						t.Fatal(err)
					}
				}
				s.Close()
			}
		})
	}
}

// TestPictures holds whole pictures of four programs against files: runs that end well,
// time out and are stuck; the whole run, a window, folded, in ASCII, and with a position
// that is no straight line.
func TestPictures(t *testing.T) {
	for _, c := range []struct {
		program string
		seed    uint64
	}{{"hello", 7}, {"philosophers", 26}, {"clientserver", 1}, {"timeout", 3}} {
		t.Run(c.program, func(t *testing.T) {
			p := programs.Find(c.program)
			s := testsession.OpenRecording(t, p, recording(p, c.seed))
			n := s.Len()
			var b strings.Builder
			show := func(what string, o diagram.Options, screen diagram.Screen) {
				fmt.Fprintf(&b, "== %s\n%s", what, draw(t, s, o).Text(screen))
			}
			show("the run", diagram.Options{}, diagram.Screen{})
			if err := s.MoveTo(s.Least(n * 3 / 4)); err != nil {
				t.Fatal(err)
			}
			show(fmt.Sprintf("the past of event %d, folded, on a small screen", n*3/4+1),
				diagram.Options{Rows: diagram.FoldAlways}, diagram.Screen{Width: 80, Height: 24})
			show("a window in ASCII", diagram.Options{From: n / 2, To: n/2 + 30}, diagram.Screen{Width: 80, ASCII: true})
			golden(t, c.program, b.String())
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s is not what is drawn (-file +drawn); -update writes it:\n%s", file, diff)
	}
}

var sentAt = regexp.MustCompile(` of #(\d+)`)

// TestArrows compares the arrows of messages with those that the words of the trace speak
// of, and wants every arrow to lead forwards in time, between lanes.
func TestArrows(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session) {
		d := draw(t, s, diagram.Options{From: 1, To: s.Len()})
		said, drawn := map[[2]int]bool{}, map[[2]int]bool{}
		for _, e := range d.Events {
			for _, m := range sentAt.FindAllStringSubmatch(e.Text, -1) {
				var from int
				fmt.Sscan(m[1], &from)
				said[[2]int{from, e.Number()}] = true
			}
		}
		for _, a := range d.Arrows {
			if a.To == diagram.Nowhere {
				if a.Kind != diagram.Message || a.FromLane == diagram.Nowhere {
					t.Fatalf("%+v leads nowhere", a)
				}
				continue
			}
			if a.From >= a.To || !testsession.Graph(s).Before(a.From, a.To) && a.FromLane != a.ToLane {
				t.Fatalf("%+v leads back in time", a)
			}
			if a.Kind == diagram.Message {
				drawn[[2]int{a.From + 1, a.To + 1}] = true
			} else if a.FromLane == a.ToLane {
				t.Fatalf("%+v does not leave its lane", a)
			}
		}
		if diff := cmp.Diff(said, drawn); diff != "" {
			t.Fatalf("the messages are not those of the trace (-trace +arrows):\n%s", diff)
		}
	})
}

// odd is a program that prints what would be markup, and in which a thread looks at a
// mutex that another holds.
var odd = &kernel.Program{Name: "a<b>&c", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h<1>"), "t&t", func(th *kernel.Thread) {
		mu := cthreads.NewMutex(th, "\"mu\"")
		th.Printf("<script>]]>\x01&amp;")
		use := func(th *kernel.Thread) {
			for range 5 {
				if mu.TryLock(th) || th.Random(3) == 0 && lock(th, mu) {
					th.Yield()
					mu.Unlock(th)
				}
			}
		}
		cthreads.JoinAll(th, []cthreads.Thread{
			cthreads.Fork(th, "one", use), cthreads.Fork(th, "two", use), cthreads.Fork(th, "three", use),
		})
	})
}}

func lock(th *kernel.Thread, mu cthreads.Mutex) bool {
	mu.Lock(th)
	return true
}

// TestLocks wants arrows of a mutex only from who gave it back to who took it.
func TestLocks(t *testing.T) {
	seen := 0
	for seed := range uint64(20) {
		d := draw(t, testsession.OpenRecording(t, odd, recording(odd, seed)), diagram.Options{})
		for _, a := range d.Arrows {
			if a.Kind != diagram.Lock {
				continue
			}
			from, to := d.Events[a.From].Text, d.Events[a.To].Text
			if !strings.HasPrefix(from, "mutex_unlock") || !strings.Contains(to, "lock") ||
				strings.Contains(to, "waits") || strings.Contains(to, "not free") {
				t.Fatalf("seed %d: from %q to %q", seed, from, to)
			}
			seen++
		}
	}
	if seen == 0 {
		t.Error("no arrow was seen")
	}
}

// TestForks wants an arrow to every thread that another thread made.
func TestForks(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session) {
		d := draw(t, s, diagram.Options{From: 1, To: s.Len()})
		made, forks := 0, 0
		for i := range testsession.Graph(s).Tape.Lanes {
			if id := testsession.Graph(s).Tape.Lanes[i].Thread; id != 0 && testsession.Graph(s).Tape.Maker(id) >= 0 {
				made++
			}
		}
		for _, a := range d.Arrows {
			if a.Kind == diagram.Fork {
				forks++
			}
		}
		if made != forks {
			t.Fatalf("%d threads were made, and %d arrows drawn", made, forks)
		}
	})
}

// TestLevels wants the position between the events that it holds and those that it does
// not, in every lane, folded or not.
func TestLevels(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session) {
		for _, fold := range []diagram.Fold{diagram.FoldNever, diagram.FoldAlways} {
			d := draw(t, s, diagram.Options{Rows: fold})
			shown := 0
			for at, r := range d.Rows {
				for _, i := range r.Events {
					e := &d.Events[i]
					shown++
					inside := testsession.Graph(s).Holds(s.Position().Cut, e.Index)
					if inside != e.Inside || inside != (at < d.Levels[e.Lane]) {
						t.Fatalf("event %d is in row %d, the position at %d; does it hold the event? %t",
							e.Number(), at, d.Levels[e.Lane], inside)
					}
				}
			}
			if shown != len(d.Events) {
				t.Fatalf("%d of %d events have a row", shown, len(d.Events))
			}
		}
	})
}

// TestLevelsInWindows wants the position before the window in lanes of which it does not
// hold all from before, and after it in those of which it holds more.
func TestLevelsInWindows(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session) {
		n := s.Len()
		d := draw(t, s, diagram.Options{From: n/3 + 1, To: n / 2})
		for i, l := range d.Lanes {
			for e := range n {
				tape := testsession.Graph(s).Tape
				if s.Final().ThreadName(tape.Lanes[tape.Lane(e)].Thread) != l.Name {
					continue
				}
				inside := testsession.Graph(s).Holds(s.Position().Cut, e)
				if e < n/3 && !inside && d.Levels[i] > 0 || e >= n/2 && inside && d.Levels[i] < len(d.Rows) {
					t.Fatalf("the position crosses %s at %d of %d; does it hold event %d? %t",
						l.Name, d.Levels[i], len(d.Rows), e+1, inside)
				}
			}
		}
	})
}

// TestLives wants a lane to be waiting after an event exactly if the thread then waits.
func TestLives(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session) {
		n := s.Len()
		for _, o := range []diagram.Options{{From: 1, To: n}, {From: n/2 + 1, To: n}, {From: n / 3, To: n / 2}} {
			d := draw(t, s, o)
			for _, e := range d.Events {
				waits := strings.Contains(e.Text, "  ... ")
				for _, span := range d.Lanes[e.Lane].Spans {
					if span.From <= e.Index && e.Index < span.To && span.Blocked != waits {
						t.Fatalf("events %d to %d, %s: after event %d waiting is %t in the picture: %s", o.From, o.To,
							d.Lanes[e.Lane].Name, e.Number(), span.Blocked, e.Text)
					}
				}
			}
			for _, l := range d.Lanes {
				for i := 1; i < len(l.Spans); i++ {
					if l.Spans[i].From < l.Spans[i-1].To {
						t.Fatalf("%s lives twice: %+v", l.Name, l.Spans)
					}
				}
			}
		}
	})
}

// TestTextFits wants no line to be wider than the screen, and ASCII to be that.
func TestTextFits(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session) {
		d := draw(t, s, diagram.Options{})
		for _, width := range []int{40, 80, 100, 160} {
			text := d.Text(diagram.Screen{Width: width, ASCII: width == 80, Colour: width == 160})
			for i, line := range strings.Split(escape.ReplaceAllString(text, ""), "\n") {
				if n := utf8.RuneCountInString(strings.TrimRight(line, " ")); n > width {
					t.Fatalf("line %d has %d columns, not %d: %s", i+1, n, width, line)
				}
				if width == 80 && len(line) != utf8.RuneCountInString(line) {
					t.Fatalf("line %d is not ASCII: %s", i+1, line)
				}
			}
		}
	})
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColours wants the same characters with colours and without.
func TestColours(t *testing.T) {
	p := programs.Find("timeout")
	d := draw(t, testsession.OpenRecording(t, p, recording(p, 3)), diagram.Options{})
	colours := d.Text(diagram.Screen{Colour: true})
	var lines []string
	for _, line := range strings.Split(escape.ReplaceAllString(colours, ""), "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	diff := cmp.Diff(d.Text(diagram.Screen{}), strings.Join(lines, "\n"))
	if diff != "" || !strings.Contains(colours, "\x1b[1;31m") {
		t.Errorf("the colours change the picture (-without +with), or there is no red in it:\n%s", diff)
	}
}

// TestSameBytes draws a recording twice.
func TestSameBytes(t *testing.T) {
	for _, p := range programs.All {
		rec := recording(p, 5)
		one := draw(t, testsession.OpenRecording(t, p, rec), diagram.Options{})
		two := draw(t, testsession.OpenRecording(t, p, rec), diagram.Options{})
		if !bytes.Equal(one.SVG(), two.SVG()) || !bytes.Equal(one.SVG(), one.SVG()) {
			t.Errorf("%s: the pictures differ", p.Name)
		}
		if one.Text(diagram.Screen{}) != two.Text(diagram.Screen{}) {
			t.Errorf("%s: the texts differ", p.Name)
		}
	}
}

// TestWindows wants a window that makes no sense to be refused, and what is not shown to
// be told of.
func TestWindows(t *testing.T) {
	p := programs.Find("hello")
	s := testsession.OpenRecording(t, p, recording(p, 7))
	for _, c := range []struct {
		from, to int
		want     string
	}{
		{-1, 0, "the first event of a run is number 1; a window begins and ends with one of 1 to 80"},
		{81, 0, "the run has 80 events; a window begins and ends with one of them, not with event 81"},
		{9, 8, "a window from event 9 to event 8 is empty; the first must not be after the last"},
	} {
		if _, err := diagram.Of(s, diagram.Options{From: c.from, To: c.to}); err == nil || err.Error() != c.want {
			t.Errorf("%d to %d: %v", c.from, c.to, err)
		}
	}
	d := draw(t, s, diagram.Options{From: 30, To: 45})
	if len(d.Left) == 0 || d.Events[0].Number() != 30 || d.Events[len(d.Events)-1].Number() != 45 {
		t.Errorf("events %d to %d, left out: %q", d.Events[0].Number(), d.Events[len(d.Events)-1].Number(), d.Left)
	}
}
