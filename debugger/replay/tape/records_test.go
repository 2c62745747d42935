package tape

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestRecordsFar reads records, and adds others to a Cut, where a log has more than 4 GB before them.
func TestRecordsFar(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 3))
		// A List that outgrew its room would take half as much as is before it, 2 GB.
		r := Records{data: List[byte]{base: 1<<32 - rng.IntN(3000), own: make([]byte, 0, 1<<16)}}
		var all [][]byte
		add := func(r *Records) {
			record := bytes.Repeat([]byte{byte(rng.Uint32())}, rng.IntN(300))
			all = append(all, record)
			r.Add(record)
		}
		for range 100 {
			add(&r)
		}
		n := 1 + rng.IntN(100)
		cut := r.Cut(n)
		all = all[:n]
		for range 12 {
			add(&cut)
		}
		for _, i := range rng.Perm(cut.Len()) {
			if got := cut.At(i); !bytes.Equal(got, all[i]) {
				t.Fatalf("seed %d: record %d of %d is %x, not %x", seed, i, cut.Len(), got, all[i])
			}
		}
	}
}
