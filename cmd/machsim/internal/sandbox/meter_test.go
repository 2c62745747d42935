package sandbox

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// interpreted runs a module, and counts how often it looks.
func interpreted(t *testing.T, text []byte) (m api.Module, looks int, done func()) {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	count := api.GoFunc(func(context.Context, []uint64) { looks++ })
	_, err := r.NewHostModuleBuilder(hostModule).NewFunctionBuilder().WithGoFunction(count, nil, nil).Export(lookName).
		Instantiate(ctx)
	if err == nil {
		m, err = r.Instantiate(ctx, text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m, looks, func() { _ = r.Close(ctx) }
}

// times does something so often.
func times(n int, body ...byte) []byte {
	set := append(append([]byte{0x41}, signed(nil, n)...), 0x21, 0)
	turn := append([]byte{0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b}, body...) // an own begin of the loop
	return append(append(set, 0x03, 0x40), turn...)
}

// deep is a function, the third, that calls itself twice, until so many calls are under way.
func deep(n byte) []byte {
	at := []byte{0x41, 0x80, 4} // where they are counted
	load := append(bytes.Clone(at), 0x28, 2, 0)
	counted := func(op byte) []byte {
		return append(append(bytes.Clone(at), load...), 0x41, 1, op, 0x36, 2, 0)
	}
	body := append(bytes.Clone(load), 0x41, n, 0x49, 0x04, 0x40)
	body = append(append(body, counted(0x6a)...), 0x10, 2, 0x10, 2)
	return append(append(body, counted(0x6b)...), 0x0b)
}

// twoPlaces jumps to and fro between two places as Go does.
func twoPlaces(n int) []byte {
	set := append(append([]byte{0x41}, signed(nil, n)...), 0x21, 1)
	return append(set, 0x03, 0x40, 0x02, 0x40, 0x02, 0x40, 0x20, 0, 0x0e, 1, 0, 1, 0x0b,
		0x41, 1, 0x21, 0, 0x0c, 1, 0x0b,
		0x20, 1, 0x41, 1, 0x6b, 0x22, 1, 0x04, 0x40, 0x41, 0, 0x21, 0, 0x0c, 1, 0x0b, 0x0b)
}

// TestTurns: whatever a module does for long, it looks meanwhile, and what is short costs no look.
func TestTurns(t *testing.T) {
	fill := []byte{0x41, 0, 0x41, 0, 0x41, 0x80, 0x80, 4, 0xfc, 11, 0} // a page, 64 turns
	move := []byte{0x41, 0, 0x41, 0, 0x41, 0x80, 0x80, 4, 0xfc, 10, 0, 0}
	for _, c := range []struct {
		what        string
		body        []byte
		least, most int
	}{
		{"nothing", nil, 0, 0},
		{"few turns", times(turns - 2), 0, 0},
		{"many turns", times(10*turns + 100), 10, 10},
		{"few calls", deep(11), 0, 0}, // 2^12 - 1 of them
		{"many calls", deep(15), 15, 16},
		{"few bytes filled", fill, 0, 0},
		{"many bytes filled", bytes.Repeat(fill, 10*turns/64+1), 9, 10},
		{"many bytes moved", bytes.Repeat(move, 10*turns/64+1), 9, 10},
		{"a call of this machine", says, 1, 1},
		{"half of the jumps ahead", twoPlaces(10*turns + 100), 10, 10},
		{"long code", times(turns, bytes.Repeat([]byte{0x01}, 10<<bodyShift)...), 10, 11},
	} {
		text, err := metered(guestOf(c.body...))
		if err != nil {
			t.Fatal(err)
		}
		_, n, done := interpreted(t, text)
		done()
		if n < c.least || n > c.most {
			t.Errorf("%s: %d looks, not %d to %d", c.what, n, c.least, c.most)
		}
	}
}

// TestRefused has modules that would get around the meter, and ones that are none.
func TestRefused(t *testing.T) {
	table := func(section ...byte) []byte {
		m := readModule(guestOf())
		m[tables], m[elements] = []byte{1, 0x70, 0, 3}, section
		return m.text()
	}
	tabled := func(section ...byte) []byte {
		m := readModule(guestOf())
		m[tables] = section
		return m.text()
	}
	exporting := readModule(guestOf())
	exporting.add(exports, []byte{1, 'g', 3, 0})
	for what, text := range map[string][]byte{
		"global 0, of 0":        guestOf(0x23, 0, 0x1a),
		"global 1, of 0":        guestOf(0x41, 0, 0x24, 1),
		"export of global 0":    exporting.text(),
		"of this machine, in a": table(1, 0, 0x41, 0, 0x0b, 1, 1),
		"element of kind 1":     table(1, 1, 0, 1, 2),
		"place is instruction":  table(1, 0, 0x23, 0, 0x0b, 1, 2),
		"instruction 0x12":      guestOf(0x12, 2), // a call in the place of a return
		"instruction 0xd2":      guestOf(0xd2, 0, 0x1a),
		"instruction 0xfc 0x11": guestOf(0xfc, 0x11, 0),
		"memory 1":              guestOf(0x3f, 1, 0x1a),
		"2 tables":              tabled(2, 0x70, 0, 3, 0x70, 0, 3),
		"a table of 134217727":  tabled(1, 0x70, 0, 0xff, 0xff, 0xff, 0x3f),
		"0xfc 0xf":              guestOf(0x41, 0, 0x41, 1, 0xfc, 0x0f, 0, 0x1a),
		"jump out of":           guestOf(0x0c, 9),
		"behind its end":        guestOf(0x0b),
		"ends too early":        guestOf()[:60],
		"not WebAssembly":       []byte("\x7fELF"),
		"section 13":            append(guestOf(), 13, 0),
		"section 8":             append(guestOf(), 8, 1, 2),
		"section 7":             append(guestOf(), 7, 1, 0),
		"a number that is none": append(guestOf(), 12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0),
	} {
		_, err := metered(text)
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := metered(table(1, 0, 0x41, 0, 0x0b, 1, 2)); err != nil {
		t.Errorf("a table of its own functions: %v", err)
	}
}

// TestDamaged changes each byte of modules, and cuts them: there is an answer each time.
func TestDamaged(t *testing.T) {
	for _, text := range [][]byte{guestOf(twoPlaces(5)...), guestOf(says...), guestOf(deep(5)...)} {
		for i := range text {
			_, _ = metered(text[:i])
			for bit := range 8 {
				changed := bytes.Clone(text)
				changed[i] ^= 1 << bit
				_, _ = metered(changed)
			}
		}
	}
}

// jumping is a random module as Go writes it: its _start adds to a sum where it comes, jumps ahead and back from within
// blocks, and writes the sum.
func jumping(random *rand.Rand) []byte {
	const pc, sum, left = 0, 1, 2
	n := 2 + random.IntN(8) // places
	body := []byte{0x41, 60, 0x21, left, 0x03, 0x40}
	for range n {
		body = append(body, 0x02, 0x40)
	}
	body = append(body, 0x20, pc, 0x0e, byte(n-1))
	for range n {
		body = append(body, byte(random.IntN(n)))
	}
	for at := range n {
		body = append(body, 0x0b, 0x20, sum, 0x41, 31, 0x6c, 0x41, byte(at), 0x6a, 0x21, sum)
		body = append(body, 0x20, left, 0x41, 1, 0x6b, 0x22, left, 0x45, 0x04, 0x40) // no turn is left:
		body = append(body, 0x41, 0x80, 4, 0x20, sum, 0x36, 2, 0, 0x0f, 0x0b)
		for range random.IntN(3) {
			inner := byte(random.IntN(2)) // one block more around it
			body = append(body, 0x20, sum, 0x41, byte(1+random.IntN(7)), 0x71, 0x04, 0x40)
			body = append(body, bytes.Repeat([]byte{0x02, 0x40}, int(inner))...)
			variable := byte(pc)
			if random.IntN(4) == 0 {
				variable = left + 1 // another one
			}
			body = append(body, 0x41, byte(random.IntN(n+2)), 0x21, variable, 0x0c, byte(n-1-at)+1+inner)
			body = append(body, bytes.Repeat([]byte{0x0b}, int(inner))...)
			body = append(body, 0x0b)
		}
	}
	body = append(body, 0x41, byte(random.IntN(n)), 0x21, pc, 0x0c, 0, 0x0b)
	return guestOf(body...)
}

// TestJumpsAhead: code with jumps that were shortened does what it did.
func TestJumpsAhead(t *testing.T) {
	for seed := range uint64(300) {
		text := jumping(rand.New(rand.NewPCG(seed, 1)))
		changed, err := metered(text)
		if err != nil {
			t.Fatal(err)
		}
		if was, is := sum(t, text), sum(t, changed); was != is || was == 0 {
			t.Errorf("seed %d: %d, and changed %d", seed, was, is)
		}
	}
}

// sum is what a module has written in the end.
func sum(t *testing.T, text []byte) uint32 {
	t.Helper()
	m, _, done := interpreted(t, text)
	defer done()
	b, _ := m.Memory().Read(512, 4)
	return binary.LittleEndian.Uint32(b)
}
