package wire

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"machsim/debugger"
)

// Protocol is the version of the protocol. It goes up when a method or a field goes, or means something else.
const Protocol = 1

// Options say how a Service works.
type Options struct {
	Version string // of machsim, for the method version
	Shelf   Shelf  // where other recordings are; nil for nowhere
	Session string // the name of the session that several share; "" if nobody else can be in it
}

// Service answers calls with a Debugger. It may be used from several goroutines.
type Service struct {
	o Options

	mu       sync.Mutex // guards what follows
	d        *debugger.Debugger
	serial   uint64  // of the state
	opened   uint64  // the serial with which the present recording came; 0 of the first
	stamp    string  // of that state
	at       Changed // to that state
	watchers Watchers
	calls    map[*running]bool
	over     bool // those who watch were told that the session has to end
}

// New returns a Service on a Debugger. The caller closes the Service, after the last call.
func New(d *debugger.Debugger, o Options) *Service {
	s := &Service{o: o, d: d, serial: 1, calls: map[*running]bool{}}
	s.stamp, _ = d.Stamp(context.Background())
	if h, err := d.Here(context.Background()); err == nil {
		s.at = changedTo(h)
	}
	s.hears(d, s.stamp)
	return s
}

// Close closes the Debugger.
func (s *Service) Close() { s.debugger().Close() }

// Request is a call as it goes over the wire.
type Request struct {
	ID     json.RawMessage `json:"id,omitempty"` // comes back with the answer
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
	Yields bool            `json:"yields,omitempty"` // it is given up when another call comes that does not yield
}

// Reply is what comes back.
type Reply struct {
	ID      json.RawMessage `json:"id,omitempty"`
	Serial  uint64          `json:"serial"` // of the state that the result shows
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
	Notices []string        `json:"notices,omitempty"` // sentences that have to be said beside the result
}

// Answer answers a request, both in JSON. A request that cannot be read is answered, too.
func (s *Service) Answer(ctx context.Context, request []byte) []byte {
	var r Request
	var a Reply
	if err := json.Unmarshal(request, &r); err != nil {
		a = Reply{Serial: s.Serial(), Error: malformed("a call is a JSON object with a method and its params")}
	} else {
		a = s.answer(ctx, r)
	}
	text, err := json.Marshal(a)
	if err != nil { // its id is no JSON
		text, _ = json.Marshal(Reply{Serial: a.Serial, Error: malformed(err.Error())})
	}
	return text
}

func malformed(text string) *Error { return &Error{Text: text, Kind: "malformed"} }

// Call answers a call. The error is an *Error.
func (s *Service) Call(ctx context.Context, method string, params json.RawMessage) (any, error) {
	a := s.answer(ctx, Request{Method: method, Params: params})
	if a.Error != nil {
		return nil, a.Error
	}
	return a.Result, nil
}

// Serial is the number of the present state.
func (s *Service) Serial() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.serial
}

// Opened is the number of the state with which the present recording took the place of another; 0 if none did.
func (s *Service) Opened() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened
}

func (s *Service) debugger() *debugger.Debugger {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.d
}

// answer makes a call as one command of the Debugger.
func (s *Service) answer(ctx context.Context, r Request) Reply {
	m, err := named(r.Method)
	if err != nil {
		return Reply{ID: r.ID, Serial: s.Serial(), Error: malformed(err.Error())}
	}
	a, err := s.noted(ctx, m, r)
	if debugger.Overflowing() {
		err = debugger.ErrOverflowing
		s.tellOver(err)
	}
	if err != nil {
		a = Reply{Serial: s.Serial(), Error: Described(err)}
	}
	a.ID = r.ID
	return a
}

// noted makes a call that can be given up while it is at work.
func (s *Service) noted(ctx context.Context, m *Method, r Request) (a Reply, err error) {
	if m.free && !m.long {
		return s.inTurn(ctx, m, r.Params)
	}
	ctx, c := s.begin(ctx, m, r)
	defer func() {
		if yielded := s.ended(c); yielded && err != nil {
			err = errYielded
		}
	}()
	return s.inTurn(ctx, m, r.Params)
}

// inTurn makes a call while no other one is at work.
func (s *Service) inTurn(ctx context.Context, m *Method, params json.RawMessage) (Reply, error) {
	if m.free {
		result, err := m.call(ctx, s, params)
		if err != nil {
			return Reply{}, err
		}
		return Reply{Serial: s.Serial(), Result: Encode(result)}, nil
	}
	d := s.debugger()
	var a Reply // written in a goroutine that may be left behind, and read only if it was not
	err := d.Do(ctx, m.Name, func(ctx context.Context) error {
		if s.debugger() != d {
			return errReplaced
		}
		result, err := m.call(ctx, s, params)
		if err != nil {
			return err
		}
		a = Reply{Result: Encode(result), Notices: d.Notices()}
		if len(a.Result) > mostBytes {
			return errLarge
		}
		a.Serial, err = s.settle(ctx, d)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	return a, nil
}

// errReplaced is the error of a call on a recording in place of which another one was opened.
var errReplaced = errors.New("another recording was opened in the meantime")

// mostBytes is how large an answer may be.
const mostBytes = 8e6

var errLarge = &Error{Text: "the answer has more than 8 million bytes", Hint: "ask for a part of it, by from and most"}

// settle gives the present state a number, and tells who watches if it is a new one.
func (s *Service) settle(ctx context.Context, d *debugger.Debugger) (uint64, error) {
	stamp, err := d.Stamp(ctx)
	if err != nil {
		return 0, err
	}
	h, err := d.Here(ctx)
	if err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.d != d {
		return 0, errReplaced
	}
	s.isAt(stamp, h)
	return s.serial, nil
}
