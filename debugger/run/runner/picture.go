package runner

import (
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
// is opened by making the run again from its start.
func (o *Setup) pictures() {
	if o.Record == nil || o.Record.Kept().All() || o.Take != nil {
		return
	}
	most := mostPicture
	if n := o.Record.Kept().Bytes; n > 0 {
		most = int(min(n/pictureShare, mostPicture))
	}
	k := tape.NewBuilder(o.Program, o.Config())
	k.Collect()
	k.Between = func(s *kernel.State, _ int) { o.Record.Between(s) }
	o.Record.Pictures(func(s *kernel.State) []byte {
		if k.Collected() <= growth*most {
			if b, err := picture.Of(k, s); err == nil && len(b) <= most {
				return b
			}
		}
		k.Forget(s)
		o.Record.Pictures(nil)
		return nil
	})
	o.Take = k
}

// growth is how many times as large a picture may be in memory, at most.
const growth = 8
