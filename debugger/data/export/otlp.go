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
		Status     otlpStatus      `json:"status"`
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
// request. A task is a service.
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
		Attributes: x.attributes(c, c.Caller, outcome), Status: status})
	if c.Dequeued == 0 {
		return
	}
	x.add(c.Callee, otlpSpan{TraceID: x.trace(c), SpanID: spanID(c.Number, otlpServer),
		ParentID: spanID(c.Number, otlpClient), Name: name, Kind: otlpServer, Start: x.at(c.Dequeued),
		End: x.end(c.Replied, c.Lost), Attributes: x.attributes(c, c.Callee, outcome), Status: status})
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
func (x *otlpWriter) at(event uint32) string {
	return strconv.FormatInt(x.s.TimeOf(int(event)-1)*1000, 10)
}

// end is when the first of some events was that there is; the end of the run if there is none.
func (x *otlpWriter) end(events ...uint32) string {
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
