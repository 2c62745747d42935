package export_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/debugger/data/export"
	"machsim/debugger/data/tables"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testsession"
)

// written is a run in a format.
func written(t *testing.T, s *session.Session, format, table string) []byte {
	t.Helper()
	f, err := export.Named(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(context.Background(), &b, export.Run{Session: s, Tables: tables.Of(s), Table: table}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// each opens a run of each sample program.
func each(t *testing.T, visit func(t *testing.T, s *session.Session)) {
	for i, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) { visit(t, testsession.Open(t, p, kernel.Config{Seed: uint64(i)})) })
	}
}

// strictly reads JSON that has no other names than those of a type.
func strictly(t *testing.T, data []byte, to any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		t.Fatal(err)
	}
}

// slice is an event of the trace event format, as Perfetto's importer knows it.
type slice struct {
	Ph, Name, Cat, ID, Bp string
	Pid, Tid              int
	Ts                    *int64
	Dur                   *int64
	Args                  map[string]any
}

func (e *slice) end() int64 { return *e.Ts + *e.Dur }

// TestPerfetto holds trace events against the rules of their format: what each phase has to have, slices of a thread
// that lie within each other or apart, flows that begin before they end and lie on slices, asynchronous slices that
// begin and end, threads and processes with names.
func TestPerfetto(t *testing.T) {
	each(t, func(t *testing.T, s *session.Session) {
		var file struct {
			DisplayTimeUnit string
			TraceEvents     []slice
		}
		strictly(t, written(t, s, "perfetto", ""), &file)
		threads, begun, flows, done := map[int][]slice{}, map[string]int64{}, map[string]int64{}, 0
		named := map[int]bool{}
		for _, e := range file.TraceEvents {
			if e.Ts == nil || e.Name == "" {
				t.Fatalf("it has no time, or no name: %+v", e)
			}
			switch e.Ph {
			case "M":
				named[e.Tid] = true
			case "X":
				threads[e.Tid] = append(threads[e.Tid], e)
				if *e.Dur < 0 || !named[e.Tid] || e.Pid == 0 {
					t.Fatalf("%+v at %d lasts %d", e, *e.Ts, *e.Dur)
				}
				if e.Args["result"] != nil && e.Args["result"] != "not done" {
					done++
				}
			case "b":
				begun[e.Cat+e.ID] = *e.Ts
			case "e":
				if from, ok := begun[e.Cat+e.ID]; !ok || from > *e.Ts {
					t.Fatalf("it ends and has not begun: %+v", e)
				}
				delete(begun, e.Cat+e.ID)
			case "s":
				flows[e.ID] = *e.Ts
			case "f":
				if from, ok := flows[e.ID]; !ok || from > *e.Ts || e.Bp != "e" {
					t.Fatalf("a flow ends that has not begun: %+v", e)
				}
				delete(flows, e.ID)
			case "C":
				if n := e.Args["messages"].(float64); n < 0 {
					t.Fatalf("a queue has %v messages", n)
				}
			default:
				t.Fatalf("there is no phase %q", e.Ph)
			}
		}
		if len(begun) > 0 || len(flows) > 0 {
			t.Errorf("%v and %v do not end", begun, flows)
		}
		for _, all := range threads {
			nest(t, all)
		}
		calls := 0
		for i := range s.Len() {
			if id, _ := s.ActorOf(i); id != 0 && s.Completes(i) {
				calls++
			}
		}
		if done != calls {
			t.Errorf("%d calls have slices, and %d were done", done, calls)
		}
	})
}

// nest sees that slices lie within each other or apart.
func nest(t *testing.T, all []slice) {
	slices.SortStableFunc(all, func(a, b slice) int {
		return cmp.Or(cmp.Compare(*a.Ts, *b.Ts), cmp.Compare(*b.Dur, *a.Dur))
	})
	var open []slice
	for _, e := range all {
		for len(open) > 0 && open[len(open)-1].end() <= *e.Ts {
			open = open[:len(open)-1]
		}
		if n := len(open); n > 0 && open[n-1].end() < e.end() {
			t.Errorf("%s at %d lasts until %d, and %s around it until %d", e.Name, *e.Ts, e.end(), open[n-1].Name,
				open[n-1].end())
		}
		open = append(open, e)
	}
}

// TestShiViz reads the log by its regular expression, as ShiViz does, and holds it against the rules of clocks: a
// thread's own entry counts its events, no entry is ahead of the thread that it counts, and the order by clocks is the
// causal order.
func TestShiViz(t *testing.T) {
	each(t, func(t *testing.T, s *session.Session) {
		first, log, _ := strings.Cut(string(written(t, s, "shiviz", "")), "\n\n")
		if first != export.ShiVizExpression {
			t.Fatalf("the first line is %q", first)
		}
		expression := regexp.MustCompile(strings.ReplaceAll(first, "(?<", "(?P<"))
		type line struct {
			host  string
			clock map[string]int
			event int
		}
		var all []line
		counts := map[string]int{}
		for _, m := range expression.FindAllStringSubmatch(log, -1) {
			l := line{host: m[1], clock: map[string]int{}}
			strictly(t, []byte(m[2]), &l.clock)
			l.event, _ = strconv.Atoi(strings.Fields(m[3])[0])
			counts[l.host]++
			if l.clock[l.host] != counts[l.host] {
				t.Fatalf("event %d of %s has the clock %v", counts[l.host], l.host, l.clock)
			}
			for host, n := range l.clock {
				if n > counts[host] {
					t.Fatalf("event %d knows of %d events of %s, which has %d", l.event, n, host, counts[host])
				}
			}
			all = append(all, l)
		}
		if strings.Count(log, "\n") != 2*len(all) {
			t.Fatalf("the expression finds %d events in %d lines", len(all), strings.Count(log, "\n"))
		}
		for i := 0; i < len(all); i += 1 + len(all)/40 {
			for j := 0; j < len(all); j += 1 + len(all)/40 {
				a, b := all[i], all[j]
				before := i != j && b.clock[a.host] >= a.clock[a.host]
				if before != s.HappenedBefore(a.event-1, b.event-1) && i != j {
					t.Fatalf("by clocks, that event %d came before %d is %v", a.event, b.event, before)
				}
			}
		}
	})
}

// TestOTLP reads the spans by the names of OTLP's JSON, and holds them against its rules: ids of 16 and 8 bytes, of
// which none is zero, parents that are spans of the same trace, and times that do not go back.
func TestOTLP(t *testing.T) {
	each(t, func(t *testing.T, s *session.Session) {
		type attribute struct {
			Key   string
			Value struct{ StringValue, IntValue string }
		}
		type span struct {
			TraceID, SpanID, ParentSpanID      string
			Name                               string
			Kind                               int
			StartTimeUnixNano, EndTimeUnixNano string
			Attributes                         []attribute
			Events                             []struct{ TimeUnixNano, Name string }
			Status                             struct {
				Code    int
				Message string
			}
		}
		var file struct {
			ResourceSpans []struct {
				Resource   struct{ Attributes []attribute }
				ScopeSpans []struct {
					Scope struct{ Name string }
					Spans []span
				}
			}
		}
		strictly(t, written(t, s, "otlp", ""), &file)
		var all []span
		byID := map[string]span{}
		for _, r := range file.ResourceSpans {
			for _, x := range r.ScopeSpans {
				all = append(all, x.Spans...)
			}
		}
		id := regexp.MustCompile(`^[0-9a-f]*[1-9a-f][0-9a-f]*$`)
		for _, x := range all {
			from, _ := strconv.ParseInt(x.StartTimeUnixNano, 10, 64)
			to, _ := strconv.ParseInt(x.EndTimeUnixNano, 10, 64)
			wrong := len(x.TraceID) != 32 || len(x.SpanID) != 16 || from > to
			if wrong || !id.MatchString(x.TraceID) || !id.MatchString(x.SpanID) {
				t.Errorf("a span has wrong ids or times: %+v", x)
			}
			byID[x.SpanID] = x
		}
		calls, err := s.RPCs()
		if err != nil {
			t.Fatal(err)
		}
		clients, events := 0, 0
		for _, x := range all {
			if p, ok := byID[x.ParentSpanID]; x.ParentSpanID != "" && (!ok || p.TraceID != x.TraceID) {
				t.Errorf("a span has no parent in its trace: %+v", x)
			}
			if x.Kind == 3 {
				clients++
			}
			events += len(x.Events)
		}
		for i := range calls.All {
			if m := calls.All[i].Marked; m != nil {
				for _, p := range m.Packets { // sent or doubled, and received or lost
					events -= 1 + len(p.Slow)
					if p.Got != 0 || p.Lost != 0 {
						events--
					}
				}
			}
		}
		if events != 0 {
			t.Errorf("%d events of packets too many", events)
		}
		if len(byID) != len(all) || clients != len(calls.All) {
			t.Errorf("%d spans with %d ids, %d of them of %d calls", len(all), len(byID), clients, len(calls.All))
		}
	})
}

// TestDOT has Graphviz read the graphs, where it is installed.
func TestDOT(t *testing.T) {
	s := testsession.Open(t, programs.Find("philosophers"), kernel.Config{Seed: 26})
	if err := s.MoveTo(s.After(s.Len())); err != nil {
		t.Fatal(err)
	}
	graph := written(t, s, "dot", "")
	if n := strings.Count(string(graph), "color=red];"); n != 10 {
		t.Errorf("five threads and five waits are in the cycle, and %d are red:\n%s", n, graph)
	}
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("dot of Graphviz is not installed: it was not asked to read the graph")
	}
	c := exec.Command(dot, "-Tsvg")
	c.Stdin = bytes.NewReader(graph)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("dot: %v\n%s", err, out)
	}
}

// TestCSV reads all tables again.
func TestCSV(t *testing.T) {
	each(t, func(t *testing.T, s *session.Session) {
		ctx := context.Background()
		for _, from := range tables.Of(s).Tables() {
			lines, err := csv.NewReader(bytes.NewReader(written(t, s, "csv", from.Name))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			n, err := from.Len(ctx)
			if err != nil || n != len(lines)-1 {
				t.Fatalf("%s: %d rows, and %d lines, %v", from.Name, n, len(lines)-1, err)
			}
			for row, line := range lines[1:] {
				for column, text := range line {
					if want := from.Value(row, column).String(); strings.ReplaceAll(text, "\r\n", "\n") != want {
						t.Fatalf("%s: row %d has %q, should be %q", from.Name, row, text, want)
					}
				}
			}
		}
	})
}
