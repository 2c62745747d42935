//go:build !wasm

package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"sync"

	"machsim/debugger/face/repl"
	"machsim/debugger/face/wire"
)

// FromPrompt is what the client of a prompt says, in a line of JSON.
type FromPrompt struct {
	Line      *string `json:"line,omitempty"`     // that was typed
	Complete  *string `json:"complete,omitempty"` // what its last word may become
	Interrupt bool    `json:"interrupt,omitempty"`
	End       bool    `json:"end,omitempty"`     // there are no more lines
	Columns   int     `json:"columns,omitempty"` // of the screen, with a line
	Lines     int     `json:"lines,omitempty"`
}

// ToPrompt is what it is told.
type ToPrompt struct {
	Text     string       `json:"text,omitempty"`   // to be shown
	Prompt   *string      `json:"prompt,omitempty"` // a line is wanted
	Complete *Completions `json:"complete,omitempty"`
	// Told is a sentence about what others do, and Now what the prompt is then; it may come at any time.
	Told   string `json:"told,omitempty"`
	Now    string `json:"now,omitempty"`
	Over   bool   `json:"over,omitempty"`   // the session is left
	Failed bool   `json:"failed,omitempty"` // a command of it has failed
}

// Completions are what the last word of a line may become.
type Completions struct {
	Head  string   `json:"head"`
	Words []string `json:"words"`
}

// mostTold is how many sentences wait for a guest who does not read.
const mostTold = 20

// longestLine is how long a line of a client may be.
const longestLine = 64 << 10

// prompter is the prompt of a guest. It is a repl.Reader, and where the Prompt writes to.
type prompter struct {
	g    *Guest
	in   chan FromPrompt // closed when the client is gone
	p    *repl.Prompt
	size [2]int      // of the screen: columns, lines
	told chan string // sentences that wait

	mu  sync.Mutex // guards what is written
	out *json.Encoder
}

// prompts serves the prompt of a guest.
func (g *Guest) prompts(ctx context.Context, c *line, h hello) {
	x := &prompter{g: g, in: make(chan FromPrompt), told: make(chan string, mostTold), out: json.NewEncoder(c)}
	o := repl.Options{Out: x, Begin: func() (context.Context, func()) { return g.begins(ctx) }}
	if h.person {
		o.Repeat, o.Patience, o.Screen = true, repl.UsualPatience, func() (int, int) { return x.size[0], x.size[1] }
	}
	x.p = repl.New(g.of.d, o)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go x.reads(ctx, c.in)
	g.mu.Lock()
	g.work = map[int]func(){beside: x.p.GiveUp}
	g.says = func(sentence string) {
		select {
		case x.told <- sentence:
		default: // he does not read
		}
	}
	g.mu.Unlock()
	defer x.follows()()
	x.p.Greet()
	failed := x.p.Run(x, h.person || h.script == "on")
	x.p.GiveUp()
	x.tell(ToPrompt{Over: true, Failed: failed})
}

// reads reads what the client says. An interrupt is obeyed at once.
func (x *prompter) reads(ctx context.Context, in *bufio.Reader) {
	defer x.g.lost()
	defer close(x.in)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		var f FromPrompt
		switch {
		case json.Unmarshal(lines.Bytes(), &f) != nil:
			return
		case f.Interrupt:
			x.g.interrupt()
			continue
		}
		select {
		case x.in <- f:
		case <-ctx.Done():
			return
		}
	}
}

// Line asks for a line, and completes what is typed meanwhile.
func (x *prompter) Line(prompt string) (string, error) {
	x.tell(ToPrompt{Prompt: &prompt})
	for f := range x.in {
		switch {
		case f.End:
			return "", io.EOF
		case f.Complete != nil:
			head, words := x.p.Complete(*f.Complete)
			x.tell(ToPrompt{Complete: &Completions{head, words}})
		case f.Line != nil:
			x.size = [2]int{f.Columns, f.Lines}
			return *f.Line, nil
		}
	}
	return "", io.EOF
}

// Write sends text to the client.
func (x *prompter) Write(text []byte) (int, error) {
	x.tell(ToPrompt{Text: string(text)})
	return len(text), nil
}

// tell tells the client something. One that does not read is gone, which reads notices.
func (x *prompter) tell(t ToPrompt) {
	x.mu.Lock()
	defer x.mu.Unlock()
	_ = x.out.Encode(t)
}

// follows tells the client, until stop is called, where others go.
func (x *prompter) follows() (stop func()) {
	s := x.g.of
	at, ready, over := s.service.At(), make(chan struct{}, 1), make(chan struct{})
	p := &pace{told: func(wire.Event) {
		select {
		case ready <- struct{}{}:
		default:
		}
	}}
	unwatch := s.service.Watch(func(e wire.Event) {
		if e.Name == "changed" {
			p.put(e)
		}
	})
	go func() {
		for {
			select {
			case <-over:
				return
			case sentence := <-x.told:
				x.tell(ToPrompt{Told: sentence, Now: s.service.At().Prompt})
				continue
			case <-ready:
			}
			h := s.service.At()
			is, who := s.isMover(x.g)
			if moved := h.Position != at.Position || h.Run != at.Run; moved && !is {
				x.tell(ToPrompt{Told: who + ": " + h.Says, Now: h.Prompt})
			}
			at = h
		}
	}()
	return func() {
		unwatch()
		p.end()
		close(over)
	}
}
