//go:build !wasm

package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"time"

	"machsim/debugger/face/wire"
)

// looks are the answers to those who look at the newest state, each of which is computed once for all of them.
type looks struct {
	mu     sync.Mutex
	serial uint64 // of that state
	known  map[string]*look
}

// look is an answer.
type look struct {
	there  chan struct{} // closed when it is
	text   []byte        // the answer, without an id; valid then
	failed bool          // who made it has left meanwhile; likewise
}

// mostLooks is how many answers are kept of a state.
const mostLooks = 256

// asked returns an answer that is there, or comes; mine says that the caller has to make it.
func (c *looks) asked(serial uint64, key string) (l *look, mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.serial != serial || len(c.known) >= mostLooks {
		c.serial, c.known = serial, map[string]*look{}
	}
	if l := c.known[key]; l != nil {
		return l, false
	}
	l = &look{there: make(chan struct{})}
	c.known[key] = l
	return l, true
}

// forget lets an answer be made once more: it has failed because of who asked for it first.
func (c *looks) forget(key string, l *look) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known[key] == l {
		delete(c.known, key)
	}
}

// How often a look gives way to whoever moves, and for how long.
const (
	mostWays = 400
	way      = 5 * time.Millisecond
)

// answer answers one who looks.
func (g *Guest) answer(ctx context.Context, request []byte) []byte {
	s := g.of.service
	var r wire.Request
	if json.Unmarshal(request, &r) != nil || wire.IsFree(r.Method) {
		return s.Answer(ctx, request)
	}
	kind := "looks "
	if g.looks {
		kind = "only looks "
	}
	c, key := &g.of.looks, kind+r.Method+" "+string(r.Params)
	for {
		l, mine := c.asked(s.Serial(), key)
		if mine {
			l.text = g.computes(ctx, r)
			if l.failed = kindOf(l.text) == "interrupted"; l.failed {
				c.forget(key, l)
			}
			close(l.there)
		}
		select {
		case <-l.there:
		case <-ctx.Done():
			return nil // nobody is there any more
		}
		if mine || !l.failed {
			return withID(l.text, r.ID)
		}
	}
}

// computes makes the answer to one who looks, giving way to whoever moves.
func (g *Guest) computes(ctx context.Context, r wire.Request) (text []byte) {
	r.ID, r.Yields = nil, true
	for n := range mostWays {
		r.Yields = n < mostWays-1
		request, _ := json.Marshal(r)
		text = g.of.service.Answer(ctx, request)
		if kind := kindOf(text); kind != "yielded" && kind != "interrupted" || ctx.Err() != nil {
			return text
		}
		time.Sleep(way)
	}
	return text
}

// kindOf is the kind of the error of an answer, "" for none.
func kindOf(answer []byte) string {
	const longest = 10_000 // of an error
	if len(answer) > longest || !bytes.Contains(answer, []byte(`"error":`)) {
		return ""
	}
	var a wire.Reply
	if json.Unmarshal(answer, &a) != nil || a.Error == nil {
		return ""
	}
	return a.Error.Kind
}

// withID is an answer with the id of a request.
func withID(answer []byte, id json.RawMessage) []byte {
	if len(id) == 0 || len(answer) == 0 {
		return answer
	}
	text := make([]byte, 0, len(answer)+len(id)+8)
	text = append(append(append(text, `{"id":`...), id...), ',')
	return append(text, answer[1:]...)
}
