package tape

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/ipc"
)

// some returns a number that is often 0, often small, and sometimes any.
func some(rng *rand.Rand) uint64 {
	switch rng.IntN(4) {
	case 0:
		return rng.Uint64()
	case 1:
		return uint64(rng.IntN(300))
	}
	return 0
}

// TestMessage reads any message as it was written.
func TestMessage(t *testing.T) {
	var read ipc.Message
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		m := ipc.Message{Header: ipc.Header{Remote: ipc.Name(some(rng)), Local: ipc.Name(some(rng)), ID: int32(some(rng)),
			Size: uint32(some(rng)), Seqno: uint32(some(rng)), RemoteType: ipc.Disposition(some(rng)),
			LocalType: ipc.Disposition(some(rng))}}
		for range rng.IntN(3) {
			m.Items = append(m.Items, ipc.Item{Kind: ipc.ItemKind(some(rng)), Disp: ipc.Disposition(some(rng)),
				Dealloc: rng.IntN(3) == 0, Bad: rng.IntN(3) == 0, Size: uint32(some(rng)), Num: some(rng),
				Str: "a text"[:rng.IntN(2)*6]})
		}
		var w writer
		w.message(&m.Header, m.Items)
		w.b = append(w.b, 99)
		r := reader(w)
		if r.message(&read); !slices.Equal(r.b, []byte{99}) {
			t.Errorf("seed %d: %d bytes are left", seed, len(r.b))
		}
		if d := cmp.Diff(m.Header, read.Header); d != "" || !slices.Equal(m.Items, read.Items) {
			t.Errorf("seed %d: %s\n%+v\n%+v", seed, d, m.Items, read.Items)
		}
	}
}

// TestNotes reads any notes of an event as they were written.
func TestNotes(t *testing.T) {
	values := func(rng *rand.Rand) (all []uint32) {
		for range rng.IntN(3) * rng.IntN(20) {
			all = append(all, uint32(some(rng)))
		}
		return all
	}
	var room []uint32
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		given, arrived := values(rng), values(rng)
		var looks []ipc.Access
		for range rng.IntN(3) {
			looks = append(looks, ipc.Access{Location: ipc.Location(some(rng)), Mode: ipc.Mode(some(rng)), A: uint32(some(rng)),
				B: uint32(some(rng))})
		}
		var w writer
		w.notes(given, arrived, looks)
		r := reader(w)
		var g, a []uint32
		g, a, room = r.given(room[:0])
		if l := r.accesses(nil); !slices.Equal(g, given) || !slices.Equal(a, arrived) || !slices.Equal(l, looks) {
			t.Errorf("seed %d: %v %v %v, read as %v %v %v", seed, given, arrived, looks, g, a, l)
		}
	}
}
