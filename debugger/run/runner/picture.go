package runner

import (
	"cmp"
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/replay/picture"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// What a picture may take: a share of what is kept, or so many bytes where that is not bounded.
const (
	pictureShare = 16
	mostPicture  = 64 << 20
)

// Outgrown says that pictures of a run have become too large for what is kept of it.
type Outgrown struct {
	Event  uint64      // the first one before which there is no picture
	Kept   record.Keep // what is kept
	Thread string      // has had more results of calls than any other
	Bytes  int         // of these, about
}

// String says it in a sentence.
func (x *Outgrown) String() string {
	return fmt.Sprintf("pictures of the run became too large for %s at event %d, and the recording has none from there on: "+
		"thread %s has had %d KB of results; so the run is made again from its seed to open it. A loop that is "+
		"th.Serve(&state, step) needs no results", x.Kept, x.Event, x.Thread, x.Bytes>>10)
}

// pictures has a bounded recording begin its parts with pictures of the run, as long as they are small: without one it
// is opened by making the run again from its start. From then on nobody listens for them.
func (o *Setup) pictures(r *Run, cfg *kernel.Config) {
	if o.Record == nil || o.Record.Kept().All() && o.collector == nil {
		return
	}
	most := mostPicture
	kept := cmp.Or(o.Record.Kept(), o.Keep)
	if kept.Bytes > 0 {
		most = int(min(kept.Bytes/pictureShare, mostPicture))
	}
	k, outgrown := o.collector, false
	if k == nil {
		k = tape.NewBuilder(o.Program, o.Config())
	}
	o.Record.Pictures(func(s *kernel.State) []byte {
		b, err := picture.Of(k, s)
		if outgrown = err != nil || len(b) > most; outgrown {
			return nil
		}
		return b
	})
	k.Collect(func(s *kernel.State) {
		if outgrown = k.Collected() > growth*most; !outgrown {
			o.Record.Between(s)
		}
		if outgrown {
			id, bytes := k.Largest()
			r.outgrows(&Outgrown{s.Steps + 1, kept, s.ThreadName(id), bytes})
			o.Record.Pictures(nil)
			r.machine.Load().Unlog(k)
			k.Forget()
		}
	})
	k.Watch(cfg)
}

// outgrows notes that pictures have become too large.
func (r *Run) outgrows(x *Outgrown) {
	if r.Outgrown = x; r.Outgrew != nil {
		r.Outgrew(x)
	}
}

// growth is how many times as large a picture may be in memory, at most.
const growth = 8
