package runner

import (
	"cmp"

	"machsim/debugger/replay/picture"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// What a picture may take: a share of what is kept, or so many bytes where that is not bounded.
const (
	pictureShare = 16
	mostPicture  = 64 << 20
)

// pictures has a bounded recording begin its parts with pictures of the run, as long as they are small: without one it
// is opened by making the run again from its start. From then on nobody listens for them.
func (o *Setup) pictures(r *Run, cfg *kernel.Config) {
	if o.Record == nil || o.Record.Kept().All() && o.collector == nil {
		return
	}
	most := mostPicture
	if n := cmp.Or(o.Record.Kept(), o.Keep).Bytes; n > 0 {
		most = int(min(n/pictureShare, mostPicture))
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
			o.Record.Pictures(nil)
			r.machine.Load().Unlog(k)
			k.Forget()
		}
	})
	k.Watch(cfg)
}

// growth is how many times as large a picture may be in memory, at most.
const growth = 8
