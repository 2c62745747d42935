package export

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"machsim/debugger/event/rpc"
	"machsim/debugger/session"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// The parts of a request to a collector of OpenTelemetry, by the names that its JSON has.
type (
	otlpSpan struct {
		TraceID    string          `json:"traceId"`
		SpanID     string          `json:"spanId"`
		ParentID   string          `json:"parentSpanId,omitempty"`
		Name       string          `json:"name"`
		Kind       int             `json:"kind"`
		Start      string          `json:"startTimeUnixNano"`
		End        string          `json:"endTimeUnixNano"`
		Attributes []otlpAttribute `json:"attributes"`
		Events     []otlpEvent     `json:"events,omitempty"`
		Status     otlpStatus      `json:"status"`
	}
	otlpEvent struct {
		Time string `json:"timeUnixNano"`
		Name string `json:"name"`
	}
	otlpAttribute struct {
		Key   string    `json:"key"`
		Value otlpValue `json:"value"`
	}
	otlpValue struct {
		String string `json:"stringValue,omitempty"`
		Int    string `json:"intValue,omitempty"`
	}
	otlpStatus struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
)

// What the numbers mean.
const (
	otlpServer = 2
	otlpClient = 3
	otlpError  = 2
)

// otlp writes two spans for each remote call: that of the caller, and in it that of the callee, if it has received the
// request. Of a call by a protocol of the program's own each execution has a span in it, and what happened to its
// packets are events of that of the caller. A task is a service.
func otlp(_ context.Context, b *bufio.Writer, r *Run) error {
	calls, err := r.Session.RPCs()
	if err != nil {
		return err
	}
	x := &otlpWriter{b: b, s: r.Session, calls: calls, spans: map[kernel.TaskID][]otlpSpan{}}
	for i := range calls.All {
		x.call(&calls.All[i])
	}
	return x.write()
}

type otlpWriter struct {
	b     *bufio.Writer
	s     *session.Session
	calls *rpc.Calls
	spans map[kernel.TaskID][]otlpSpan
}

// call makes the spans of a call.
func (x *otlpWriter) call(c *rpc.Call) {
	name := fmt.Sprintf("%s to %s", x.request(c), quote.Line(x.calls.Ports[c.Port].Name))
	outcome := c.Outcome().String()
	status := otlpStatus{}
	if c.HasFailed() {
		status = otlpStatus{otlpError, outcome}
	}
	parent := ""
	if c.Parent != 0 {
		parent = spanID(c.Parent, otlpServer)
	}
	x.add(c.Caller, otlpSpan{TraceID: x.trace(c), SpanID: spanID(c.Number, otlpClient), ParentID: parent, Name: name,
		Kind: otlpClient, Start: x.at(c.Sent), End: x.end(c.Received, c.GaveUp, c.Failed, c.Lost),
		Attributes: x.attributes(c, c.Caller, outcome), Events: x.packets(c), Status: status})
	server := otlpSpan{TraceID: x.trace(c), SpanID: spanID(c.Number, otlpServer), ParentID: spanID(c.Number, otlpClient),
		Name: name, Kind: otlpServer, Status: status}
	if c.Marked != nil {
		for i, e := range c.Marked.Executions {
			if i > 0 {
				server.SpanID = spanID(c.Number, otlpServer|i<<8)
			}
			server.Start, server.End = x.at(e.Begun), x.end(e.Ended, e.Died)
			server.Attributes = x.attributes(c, e.By, outcome)
			x.add(e.By, server)
		}
		return
	}
	if c.Dequeued == 0 {
		return
	}
	server.Start, server.End = x.at(c.Dequeued), x.end(c.Replied, c.Lost)
	server.Attributes = x.attributes(c, c.Callee, outcome)
	x.add(c.Callee, server)
}

// packets is what happened to the packets of a call by a protocol of the program's own.
func (x *otlpWriter) packets(c *rpc.Call) (all []otlpEvent) {
	if c.Marked == nil {
		return nil
	}
	for i := range c.Marked.Packets {
		p := &c.Marked.Packets[i]
		add := func(event uint64, what string) {
			if event != 0 {
				all = append(all, otlpEvent{x.at(event), fmt.Sprintf("%v of event %d %s", p.Step, p.Sent, what)})
			}
		}
		if p.Copy == 1 {
			add(p.Sent, "sent")
		}
		add(p.Made, "doubled")
		for _, s := range p.Slow {
			add(s.Event, s.Kind.Says("", "", s.Amount))
		}
		add(p.Got, "received")
		add(p.Lost, "lost")
	}
	return all
}

// request is what is asked for.
func (x *otlpWriter) request(c *rpc.Call) string {
	if t := x.calls.Types[c.Type]; t != "" {
		return quote.Line(t)
	}
	return "message " + strconv.Itoa(int(c.ID))
}

func (x *otlpWriter) add(id kernel.ThreadID, s otlpSpan) {
	task := x.s.Final().Threads.At(uint32(id)).Task
	x.spans[task] = append(x.spans[task], s)
}

func (x *otlpWriter) attributes(c *rpc.Call, id kernel.ThreadID, outcome string) []otlpAttribute {
	return []otlpAttribute{
		{"thread.name", otlpValue{String: quote.Line(x.s.ThreadName(id))}},
		{"rpc.system", otlpValue{String: "mach"}},
		{"machsim.call", otlpValue{Int: strconv.Itoa(int(c.Number))}},
		{"machsim.event", otlpValue{Int: strconv.Itoa(int(c.Sent))}},
		{"machsim.outcome", otlpValue{String: outcome}},
	}
}

// trace is the id of a call's trace, which all calls have that it was made for.
func (x *otlpWriter) trace(c *rpc.Call) string {
	for c.Parent != 0 {
		c = x.calls.Get(c.Parent)
	}
	return fmt.Sprintf("%016x%016x", x.s.Final().Hash|1, c.Number)
}

func spanID(call int32, kind int) string { return fmt.Sprintf("%08x%08x", kind, call) }

// at is when an event was, in nanoseconds.
func (x *otlpWriter) at(event uint64) string {
	return strconv.FormatInt(x.s.TimeOf(int(event)-1)*1000, 10)
}

// end is when the first of some events was that there is; the end of the run if there is none.
func (x *otlpWriter) end(events ...uint64) string {
	for _, e := range events {
		if e != 0 {
			return x.at(e)
		}
	}
	return strconv.FormatInt(x.s.Final().Now*1000, 10)
}

// write writes the spans, by task.
func (x *otlpWriter) write() error {
	end := x.s.Final()
	x.b.WriteString(`{"resourceSpans":[`)
	first := true
	for id := range end.Tasks.All {
		spans := x.spans[kernel.TaskID(id)]
		if len(spans) == 0 {
			continue
		}
		if !first {
			x.b.WriteByte(',')
		}
		first = false
		task := end.Tasks.At(id)
		resource, err := json.Marshal(map[string]any{"attributes": []otlpAttribute{
			{"service.name", otlpValue{String: quote.Line(end.TaskName(kernel.TaskID(id)))}},
			{"host.name", otlpValue{String: quote.Line(end.HostName(task.Host))}},
		}})
		if err != nil {
			return err
		}
		fmt.Fprintf(x.b, "\n{\"resource\":%s,\"scopeSpans\":[{\"scope\":{\"name\":\"machsim\"},\"spans\":[", resource)
		for i := range spans {
			line, err := json.Marshal(&spans[i])
			if err != nil {
				return err
			}
			if i > 0 {
				x.b.WriteByte(',')
			}
			x.b.WriteByte('\n')
			x.b.Write(line)
		}
		x.b.WriteString("]}]}")
	}
	_, err := x.b.WriteString("]}\n")
	return err
}
