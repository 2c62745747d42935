package dap

import (
	"strconv"
	"sync"
	"time"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// progress tells a client that knows of it how far a request is that takes long.
type progress struct {
	of *Session

	mu    sync.Mutex
	id    int // the request at work; 0 for none
	began time.Time
	told  time.Time // when it was told last; zero if it was not
}

// soon is after how long a request takes long; often, how often it is told of then at most.
const (
	soon  = 300 * time.Millisecond
	often = 200 * time.Millisecond
)

// begin says that a request begins.
func (p *progress) begin(r *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.id, p.began, p.told = r.Seq, time.Now(), time.Time{}
}

// end says that it has ended.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.told.IsZero() {
		p.of.send("progressEnd", dap.ProgressEndEventBody{ProgressId: strconv.Itoa(p.id)})
	}
	p.id, p.told = 0, time.Time{}
}

// works is told how far the Debugger is.
func (p *progress) works(w debugger.Work, done, total uint64) {
	if w != 0 && total > 0 {
		p.tell(w.String(), int(min(100*done/total, 100)))
	}
}

// does is told that something begins of which nobody knows how far it is.
func (p *progress) does(what string) {
	p.mu.Lock()
	id := p.id
	p.mu.Unlock()
	time.AfterFunc(soon, func() {
		p.mu.Lock()
		same := p.id == id
		p.mu.Unlock()
		if same {
			p.tell(what, 0)
		}
	})
}

// tell tells the client, now and then, what is done for a request that takes long.
func (p *progress) tell(what string, percent int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	switch {
	case p.id == 0 || !p.of.knows.progress || now.Sub(p.began) < soon || now.Sub(p.told) < often:
		return
	case p.told.IsZero():
		p.of.send("progressStart", dap.ProgressStartEventBody{ProgressId: strconv.Itoa(p.id), Title: what, RequestId: p.id,
			Cancellable: true, Percentage: percent})
	default:
		p.of.send("progressUpdate", dap.ProgressUpdateEventBody{ProgressId: strconv.Itoa(p.id), Message: what,
			Percentage: percent})
	}
	p.told = now
}
