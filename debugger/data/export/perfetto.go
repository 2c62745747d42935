package export

import (
	"bufio"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"machsim/debugger/data/tables"
	"machsim/debugger/event/facts"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// traceEvent is an event of the format that Perfetto reads as JSON, by the names that it has there.
type traceEvent struct {
	Phase    string         `json:"ph"`
	Name     string         `json:"name,omitempty"`
	Category string         `json:"cat,omitempty"`
	ID       string         `json:"id,omitempty"`
	Process  int            `json:"pid"`
	Thread   int            `json:"tid"`
	Time     int64          `json:"ts"`
	Duration *int64         `json:"dur,omitempty"`
	Binding  string         `json:"bp,omitempty"`
	Args     map[string]any `json:"args,omitempty"`
}

// stepTime is how long a step takes, in microseconds, on a host of the usual speed.
const stepTime = 10

// perfettoWriter writes trace events: a process is a task, and thread ids are unique.
type perfettoWriter struct {
	b       *bufio.Writer
	r       *Run
	first   bool
	err     error
	threads map[string]track // by name
	open    map[track]*slice
	queues  map[string]int   // messages on their way, by port
	sent    map[int64]string // the port that a message goes to, by its event
	end     int64
}

type track struct{ process, thread int }

// slice is a call that is not done.
type slice struct {
	name  string
	start int64
	event int64
}

// perfetto writes calls and waits as slices of their threads, mutexes and spans as asynchronous slices of their
// threads, messages as flows between the slices of their calls, and the messages on their way to each port as
// counters.
func perfetto(ctx context.Context, b *bufio.Writer, r *Run) error {
	x := &perfettoWriter{b: b, r: r, first: true, threads: map[string]track{}, open: map[track]*slice{},
		queues: map[string]int{}, sent: map[int64]string{}, end: r.Session.Final().Now}
	b.WriteString(`{"displayTimeUnit":"ns","traceEvents":[`)
	x.tracks()
	for _, part := range []func(context.Context) error{x.events, x.waits, x.locks, x.spans} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	if x.err != nil {
		return x.err
	}
	_, err := b.WriteString("\n]}\n")
	return err
}

// add writes a trace event.
func (x *perfettoWriter) add(e traceEvent) {
	line, err := json.Marshal(&e)
	if err != nil {
		x.err = err
		return
	}
	if !x.first {
		x.b.WriteByte(',')
	}
	x.first = false
	x.b.WriteByte('\n')
	x.b.Write(line)
}

// tracks names processes and threads.
func (x *perfettoWriter) tracks() {
	s := x.r.Session.Final()
	for id := range s.Tasks.All {
		name := s.HostName(s.Tasks.At(id).Host) + " / " + s.TaskName(kernel.TaskID(id))
		x.add(traceEvent{Phase: "M", Name: "process_name", Process: int(id),
			Args: map[string]any{"name": quote.Line(name)}})
	}
	for id := range s.Threads.All {
		name := quote.Line(s.ThreadName(kernel.ThreadID(id)))
		at := track{int(s.Threads.At(id).Task), int(id)}
		x.threads[name] = at
		x.add(traceEvent{Phase: "M", Name: "thread_name", Process: at.process, Thread: at.thread,
			Args: map[string]any{"name": name}})
	}
}

// track is that of the thread of an event, which has the name: of several with one name the one whose event it is.
func (x *perfettoWriter) track(n, name tables.Value) (track, bool) {
	s := x.r.Session
	if id := s.ThreadIn(s.LaneAt(int(n.Int()) - 1)); id != 0 && quote.Line(s.ThreadName(id)) == name.Text() {
		return track{int(s.Final().Threads.At(uint32(id)).Task), int(id)}, true
	}
	at, ok := x.threads[name.Text()]
	return at, ok
}

// events writes calls, flows and counters.
func (x *perfettoWriter) events(ctx context.Context) error {
	columns := []string{"n", "thread", "call", "done", "time_us", "result", "body", "port", "delivered_n", "sent_n",
		"kind", "file", "line"}
	err := x.r.rows(ctx, "events", columns, func(v []tables.Value) error {
		at, ok := x.track(v[0], v[1])
		if !ok || v[2].IsNull() {
			return x.err
		}
		n, now := v[0].Int(), v[4].Int()
		c := x.open[at]
		if c == nil {
			c = &slice{v[2].Text(), now, n}
			x.open[at] = c
		}
		x.flows(at, n, now, v)
		if v[3].Int() == 1 {
			delete(x.open, at)
			args := map[string]any{"event": n, "result": v[5].Text()}
			if !v[6].IsNull() {
				args["message"] = v[6].Text()
			}
			if !v[11].IsNull() {
				args["source"] = v[11].Text() + ":" + v[12].String()
			}
			x.slice(at, c.name, c.start, now+stepTime, args)
		}
		return x.err
	})
	for _, at := range slices.SortedFunc(maps.Keys(x.open), func(a, b track) int { return a.thread - b.thread }) {
		c := x.open[at]
		x.slice(at, c.name, c.start, max(x.end, c.start),
			map[string]any{"event": c.event, "result": "not done"})
	}
	return err
}

func (x *perfettoWriter) slice(at track, name string, from, to int64, args map[string]any) {
	took := to - from
	x.add(traceEvent{Phase: "X", Name: name, Process: at.process, Thread: at.thread, Time: from, Duration: &took,
		Args: args})
}

// flows writes where messages come from and go to, and how many are on their way.
func (x *perfettoWriter) flows(at track, n, now int64, v []tables.Value) {
	if sent := v[9].Int(); sent > 0 {
		x.add(traceEvent{Phase: "f", Binding: "e", Name: "message", Category: "message", ID: strconv.FormatInt(sent, 10),
			Process: at.process, Thread: at.thread, Time: now})
		x.count(x.sent[sent], -1, now)
		delete(x.sent, sent)
	}
	kind, result := v[10].Text(), v[5].Text()
	if kind != facts.Transmission && kind != facts.Exchange || result != "" && result != "ok" {
		return
	}
	port := v[7].Text()
	x.sent[n] = port
	x.count(port, 1, now)
	if v[8].IsNull() {
		return
	}
	x.add(traceEvent{Phase: "s", Name: "message", Category: "message", ID: strconv.FormatInt(n, 10),
		Process: at.process, Thread: at.thread, Time: now})
}

// count writes how many messages are on their way to a port.
func (x *perfettoWriter) count(port string, by int, now int64) {
	if port == "" {
		return
	}
	x.queues[port] += by
	x.add(traceEvent{Phase: "C", Name: "messages to " + port, Time: now,
		Args: map[string]any{"messages": x.queues[port]}})
}

// waits writes what threads wait for, within their calls.
func (x *perfettoWriter) waits(ctx context.Context) error {
	columns := []string{"n", "thread", "what", "object", "since_us", "until_us"}
	return x.r.rows(ctx, "waits", columns, func(v []tables.Value) error {
		at, ok := x.track(v[0], v[1])
		if !ok {
			return x.err
		}
		to := max(x.end, v[4].Int())
		if !v[5].IsNull() {
			to = v[5].Int()
		}
		name := "waits for " + v[2].Text()
		if !v[3].IsNull() {
			name += " " + v[3].Text()
		}
		x.slice(at, name, v[4].Int(), to, map[string]any{"event": v[0].Int()})
		return x.err
	})
}

// locks writes who holds which mutex.
func (x *perfettoWriter) locks(ctx context.Context) error {
	return x.asynchronous(ctx, "mutex", "locks", []string{"n", "mutex", "thread", "taken_us", "released_us"})
}

// spans writes the spans of threads.
func (x *perfettoWriter) spans(ctx context.Context) error {
	return x.asynchronous(ctx, "span", "spans", []string{"n", "name", "thread", "begun_us", "ended_us"})
}

// asynchronous writes the rows of a table as slices that may overlap others of their threads. The columns are the
// event, a name, the thread, the beginning and the end.
func (x *perfettoWriter) asynchronous(ctx context.Context, category, table string, columns []string) error {
	return x.r.rows(ctx, table, columns, func(v []tables.Value) error {
		at, ok := x.track(v[0], v[2])
		if !ok {
			return x.err
		}
		to := max(x.end, v[3].Int())
		if !v[4].IsNull() {
			to = v[4].Int()
		}
		e := traceEvent{Phase: "b", Name: category + " " + v[1].Text(), Category: category, ID: v[0].String(),
			Process: at.process, Thread: at.thread, Time: v[3].Int(), Args: map[string]any{"event": v[0].Int()}}
		x.add(e)
		e.Phase, e.Time, e.Args = "e", to, nil
		x.add(e)
		return x.err
	})
}
