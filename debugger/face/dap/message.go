package dap

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"sync"

	"github.com/google/go-dap"
)

// request is a request of the client.
type request struct {
	Seq       int             `json:"seq"`
	Type      string          `json:"type"`
	Command   string          `json:"command"`
	Arguments json.RawMessage `json:"arguments"`

	of      *Session
	content []byte                // all of the message
	own     func(context.Context) // of one that is no client's: it is done in its turn, and not answered
}

// response is an answer: go-dap's, with any body.
type response struct {
	dap.Response
	Body any `json:"body,omitempty"`
}

// event is an event: go-dap's, with any body.
type event struct {
	dap.Event
	Body any `json:"body,omitempty"`
}

// asking is a request of ours.
type asking struct {
	dap.Request
	Arguments any `json:"arguments,omitempty"`
}

// writer writes messages, and numbers them.
type writer struct {
	mu  sync.Mutex
	out io.Writer
	seq int
	err error // of the first message that could not be written; none is after that
}

// write writes a message. The number of a message is where numbered puts it.
func (w *writer) write(message any, numbered *int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seq++
	*numbered = w.seq
	text, err := json.Marshal(message)
	if err == nil && w.err == nil {
		w.err = dap.WriteBaseMessage(w.out, text)
	}
}

// skip has the next message have a number above another.
func (w *writer) skip(seq int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seq = max(w.seq, seq)
}

// last is the number of the last message.
func (w *writer) last() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seq
}

// failed is the error of the first message that could not be written.
func (w *writer) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// raw writes a message that has a number.
func (w *writer) raw(content []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = dap.WriteBaseMessage(w.out, content)
	}
}

// lists puts an empty list wherever a body has none: to the protocol null is no list.
func lists(body any) any {
	v := reflect.ValueOf(body)
	if v.Kind() != reflect.Struct {
		return body
	}
	filled := reflect.New(v.Type()).Elem()
	filled.Set(v)
	for i := range filled.NumField() {
		if f := filled.Field(i); f.Kind() == reflect.Slice && f.IsNil() && f.Type().Elem().Kind() != reflect.Uint8 {
			f.Set(reflect.MakeSlice(f.Type(), 0, 0))
		}
	}
	return filled.Interface()
}
