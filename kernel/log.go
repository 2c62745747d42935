package kernel

import (
	"fmt"

	"machsim/ipc"
)

// Log is told all that is needed to take the same steps again without the programs
// (Player), and to run the programs again without a machine (Feeder).
type Log interface {
	// Open is called before the next actor is chosen: whatever is in the
	// access log belongs to the step before.
	Open(s *State)
	// Fired is called before the timer of a, a thread or a packet, fires.
	Fired(s *State, a Actor)
	// Begin is called before a step.
	Begin(s *State, a Actor)
	// End is called after it.
	End(s *State, e Taken)
	// Glance is told what a program read off the state beside its calls.
	Glance(id ThreadID, v any)
}

// Latecomer is a Log that need not be told of the first steps of a run. Of one in which it hears hooks it is told all:
// where variables are is another matter in each.
type Latecomer interface {
	Log
	// Since returns how many steps these are. It is asked when the machine is made.
	Since() uint64
}

// late returns the Since of a run's Log, 0 for one that is told of all steps.
func late(cfg *Config) uint64 {
	if l, ok := cfg.Tracer.Log.(Latecomer); ok && !cfg.Preempt && !cfg.Hears {
		return l.Since()
	}
	return 0
}

// Taken describes a step to a Log. It is valid during the call.
type Taken struct {
	Actor  Actor
	Done   bool       // the call is done
	Result *Result    // valid when Done
	About  Object     // what it was about
	Born   []ThreadID // threads made
	Gone   []ThreadID // threads ended while their programs were at a call
	Asker  uint64     // of threads that a packet had made: the event that asked for them
}

// AsItStands is what a Script says of a glance at the state that the Feeder was given.
type AsItStands struct{}

// glance passes on what a program reads off the state, or, when it is fed, gives it
// what it read before.
func glance[T any](th *Thread, look func() T) T {
	th.mine()
	if th.script != nil {
		read := th.script.Glance(th.id)
		if _, stands := read.(AsItStands); stands {
			return look()
		}
		v, _ := read.(T)
		return v
	}
	v := look()
	if log := th.m.cfg.Tracer.Log; log != nil {
		log.Glance(th.id, v)
	}
	return v
}

// Sum is a fingerprint of a call and of the message that it sends, given by header and
// items; PC and Msg are left out.
func (c *Call) Sum(h *ipc.Header, items []ipc.Item) uint32 {
	x := sumSeed ^ (uint64(c.Op) | uint64(c.Disp)<<8 | uint64(c.Opt)<<16)
	if c.Flag {
		x ^= 1 << 63
	}
	x = mix2(x, uint64(c.Name)|uint64(c.Name2)<<32, uint64(c.Name3))
	x = mix2(x, uint64(c.N), uint64(c.N2))
	x = mix(x, uint64(c.N3))
	if c.Text != "" {
		x = hashText(x, c.Text)
	}
	if c.More != nil {
		x = hashText(x, c.More.Host)
		for _, n := range c.More.Names {
			x = mix(x, uint64(n))
		}
	}
	if h != nil {
		x = sumMessage(x, h, items)
	}
	return uint32(x) ^ uint32(x>>32)
}

// Sum is a fingerprint of a result, with the message if it is one that was received.
func (r *Result) Sum(received bool) uint32 {
	x := mix(sumSeed, uint64(uint32(r.Code))|uint64(r.Disp)<<32)
	x = mix(mix(x, uint64(r.Name)), uint64(r.N))
	if r.Text != "" {
		x = hashText(x, r.Text)
	}
	for _, n := range r.Names {
		x = mix(x, uint64(n))
	}
	for _, t := range r.Types {
		x = mix(x, uint64(t))
	}
	if r.Info != nil {
		x = hashText(x, fmt.Sprintf("%+v", r.Info))
	}
	if received {
		x = sumMessage(x, &r.Msg.Header, r.Msg.Items)
	}
	return uint32(x) ^ uint32(x>>32)
}

// sumSeed is what fingerprints begin with: with 0 a field of 0 would hide the next.
const sumSeed = 0x243f6a8885a308d3

func sumMessage(x uint64, h *ipc.Header, items []ipc.Item) uint64 {
	x = mix2(x, uint64(h.Remote)|uint64(h.Local)<<32, uint64(h.RemoteType)|uint64(h.LocalType)<<8|uint64(uint32(h.ID))<<32)
	x = mix2(x, uint64(h.Size)|uint64(h.Seqno)<<32, uint64(len(items)))
	for i := range items {
		it := &items[i]
		x = mix2(x, it.Num, uint64(it.Kind)|uint64(it.Disp)<<8|uint64(it.Size)<<32)
		if it.Dealloc || it.Bad {
			x = mix(x, 1)
		}
		if it.Str != "" {
			x = hashText(x, it.Str)
		}
	}
	return x
}
