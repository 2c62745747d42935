package sandbox

import (
	"bytes"
	"context"
	"fmt"

	"github.com/tetratelabs/wazero/api"
)

// picture is all that a guest is while none of its code is on the way: its memory and its variables. What it has open
// is not in it.
type picture struct {
	memory    []byte
	variables []uint64
	shared    span
}

// taken says whether there is one.
func (p *picture) taken() bool { return len(p.memory) > 0 }

// mostPictured is how much memory a guest has at most of which a picture is taken.
const mostPictured = 1 << 30

// chunk is how much memory is compared before it is copied: what is the same is not written, so that the system gives
// no pages for what a guest has never touched.
const chunk = 4 << 10

// take makes it the picture of a guest, or none if that is too large.
func (p *picture) take(m api.Module, s *shared) {
	size := m.Memory().Size()
	if size > mostPictured {
		*p = picture{}
		return
	}
	now, _ := m.Memory().Read(0, size)
	if len(now) > cap(p.memory) {
		p.memory = make([]byte, len(now), len(now)+len(now)/4)
	}
	p.memory = p.memory[:len(now)]
	copyChanged(p.memory, now)
	p.variables, p.shared = p.variables[:0], s.place
	for i := 0; ; i++ {
		g := m.ExportedGlobal(variable(i))
		if g == nil {
			return
		}
		p.variables = append(p.variables, g.Get())
	}
}

// put makes a new guest of the same code what it was.
func (p *picture) put(ctx context.Context, m api.Module) error {
	more := len(p.memory) - int(m.Memory().Size())
	if _, ok := m.Memory().Grow(uint32(max(more, 0) / page)); !ok {
		return fmt.Errorf("there are no %d MB of memory", len(p.memory)>>20)
	}
	share(ctx, m, p.shared.at, p.shared.size)
	now, _ := m.Memory().Read(0, uint32(len(p.memory)))
	copyChanged(now, p.memory)
	for i, v := range p.variables {
		if g, ok := m.ExportedGlobal(variable(i)).(api.MutableGlobal); ok {
			g.Set(v)
		}
	}
	return nil
}

// copyChanged copies what is different.
func copyChanged(to, from []byte) {
	for at := 0; at < len(from); at += chunk {
		end := min(at+chunk, len(from))
		if !bytes.Equal(to[at:end], from[at:end]) {
			copy(to[at:end], from[at:end])
		}
	}
}

// variable is the name under which a metered module exports one of its globals.
func variable(i int) string { return fmt.Sprintf("machsim.variable%d", i) }
