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
	Thread string      // has had more results of calls than all others together; "" if none has
	Bytes  int         // of these, about
	Err    error       // why there can be no picture of any size; nil if they are too large
}

// String says it in a sentence.
func (x *Outgrown) String() string {
	what, more := fmt.Sprintf("pictures of the run are too large for %s", x.Kept), ""
	if x.Err != nil {
		what = fmt.Sprintf("there can be no pictures of the run (%v)", x.Err)
	} else if x.Thread != "" {
		more = fmt.Sprintf("; thread %s has had %d KB of results, without which it could do if its loop were "+
			"th.Serve(&state, step)", x.Thread, x.Bytes>>10)
	}
	return fmt.Sprintf("%s from event %d on: where the recording has none it can be opened only if the run can be made "+
		"again from its seed, and as slowly as that%s", what, x.Event, more)
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
	k, outgrown, wrong := o.collector, false, error(nil)
	if k == nil {
		k = tape.NewBuilder(o.Program, o.Config())
	}
	o.Record.Pictures(func(s *kernel.State) []byte {
		var b []byte
		if b, wrong = picture.Of(k, s); wrong != nil || len(b) > most {
			outgrown = true
			return nil
		}
		return b
	})
	k.Collect(func(s *kernel.State) {
		if outgrown = k.Collected() > growth*most; !outgrown {
			o.Record.Between(s)
		}
		if outgrown {
			x := &Outgrown{Event: s.Steps + 1, Kept: kept, Err: wrong}
			if id, bytes := k.Largest(); bytes > max(k.Collected(), most)/2 {
				x.Thread, x.Bytes = s.ThreadName(id), bytes
			}
			r.outgrows(x)
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
