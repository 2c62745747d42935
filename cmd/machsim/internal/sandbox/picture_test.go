package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero/api"

	"machsim/test/effort"
)

// summing is a guest that works in turns. In each it reads a byte: x is a mistake, l loops for ever, g asks for a page
// of memory; then it takes the byte into a sum in memory, one in a variable, and one in its last page, and writes
// them, with how many pages it has. It has three other things to do.
func summing() []byte {
	sized := func(data []byte) []byte { return append(binary.AppendUvarint(nil, uint64(len(data))), data...) }
	list := func(all ...[]byte) []byte { return append([]byte{byte(len(all))}, bytes.Join(all, nil)...) }
	name := func(s string) []byte { return sized([]byte(s)) }
	number := func(n int) []byte { return signed([]byte{opI32Const}, n) }
	code := func(parts ...any) (all []byte) {
		for _, p := range parts {
			switch p := p.(type) {
			case int:
				all = append(all, byte(p))
			case []byte:
				all = append(all, p...)
			}
		}
		return all
	}
	const call, drop, load, load8, store, add, mul, equal = 0x10, 0x1a, 0x28, 0x2d, 0x36, 0x6a, 0x6c, 0x46
	const back, local0, tee0 = 0x0f, 0x20, 0x22
	when := func(letter byte, then ...any) []byte {
		return code([]byte{local0, 0}, number(int(letter)), equal, []byte{0x04, 0x40}, code(then...), opEnd)
	}
	at := func(op int) []byte { return []byte{byte(op), 2, 0} }
	last := code(0x3f, 0, number(1), 0x6b, number(page), mul) // where the last page begins
	body := code(
		number(0), number(0), number(1), number(32), call, 1, drop, // fd_read
		number(32), at(load), 0x45, []byte{0x04, 0x40}, number(1), back, opEnd, // the end
		number(100), []byte{load8, 0, 0}, tee0, 0, drop,
		when('x', 0),
		when('l', loops()),
		when('g', number(1), 0x40, 0, drop),
		number(200), number(200), at(load), number(31), mul, []byte{local0, 0}, add, at(store),
		[]byte{0x23, 0}, number(37), mul, []byte{local0, 0}, add, []byte{0x24, 0},
		number(204), []byte{0x23, 0}, at(store),
		last, last, at(load), []byte{local0, 0}, add, at(store),
		number(208), last, at(load), at(store),
		number(212), 0x3f, 0, at(store),
		number(1), number(8), number(1), number(36), call, 0, drop, // fd_write
		number(0),
	)
	rest := code(
		number(216), number(216), at(load), number(1), add, at(store),
		number(216), at(load), number(4), 0x49, // less
	)
	entry := func(body []byte) []byte { return sized(append(append([]byte{0}, body...), opEnd)) }
	section := func(id int, all ...[]byte) []byte { return append([]byte{byte(id)}, sized(list(all...))...) }
	export := func(s string, kind, i byte) []byte { return append(name(s), kind, i) }
	use := func(s string) []byte { return append(append(name("wasi_snapshot_preview1"), name(s)...), 0, 1) }
	return bytes.Join([][]byte{[]byte(magic),
		section(types, []byte{0x60, 0, 0}, []byte{0x60, 4, i32, i32, i32, i32, 1, i32}, []byte{0x60, 1, i32, 1, i32},
			[]byte{0x60, 0, 1, i32}),
		section(imports, use("fd_write"), use("fd_read")),
		section(functions, []byte{0}, []byte{3}, []byte{2}, []byte{3}),
		section(memories, []byte{0, 2}),
		section(globals, code([]byte{i32, 1}, number(0), opEnd)),
		section(exports, export("memory", 2, 0), export("_initialize", 0, 2), export(beginName, 0, 3),
			export(nextName, 0, 4), export(restName, 0, 5)),
		section(codes, entry(nil), entry(number(0)), entry(body), entry(rest)),
		section(data, append(code(0, number(0), opEnd), sized(binary.LittleEndian.AppendUint64(
			binary.LittleEndian.AppendUint64(nil, 100|1<<32), 200|16<<32))...)),
	}, nil)
}

// sums are the same in Go.
type sums [4]uint32

func (s *sums) next(b byte, pages map[uint32]uint32) {
	if b == 'g' {
		s[3]++
	}
	s[0], s[1] = s[0]*31+uint32(b), s[1]*37+uint32(b)
	pages[s[3]] += uint32(b)
	s[2] = pages[s[3]]
}

// TestBack puts a guest back some thousand times, after mistakes, at random: it goes on as if those had never been, and
// its memory does not grow.
func TestBack(t *testing.T) {
	small := Limits{Memory: 8 << 20, Files: 1, Output: 1 << 20, Loop: time.Minute, Time: time.Minute}
	p, err := Load(summing(), "", small)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r := rand.New(rand.NewPCG(1, 2))
	var typed, want bytes.Buffer
	s, pages, mistakes := sums{3: 2}, map[uint32]uint32{}, 0
	for range effort.Of(10_000) {
		b := byte('a' + r.IntN(6))
		if s[3] < 100 && r.IntN(100) == 0 {
			b = 'g'
		}
		if r.IntN(2) == 0 {
			typed.WriteByte('x')
			mistakes++
		}
		typed.WriteByte(b)
		s.next(b, pages)
		_ = binary.Write(&want, binary.LittleEndian, s)
	}
	var out bytes.Buffer
	backs := 0
	e := p.Run(Run{In: oneByOne{&typed}, Out: &out, Errs: io.Discard, Files: NewFiles("/", 1), Back: func(e End) bool {
		if e.Why == "" {
			return false
		}
		if backs++; !strings.Contains(e.Why, "unreachable") {
			t.Error(e.Why)
		}
		return true
	}})
	if e.Why != "" || backs != mistakes || !bytes.Equal(out.Bytes(), want.Bytes()) {
		t.Errorf("%+v; put back %d times, of %d; what it wrote is right: %v", e, backs, mistakes,
			bytes.Equal(out.Bytes(), want.Bytes()))
	}
}

// TestRest lets a guest do other things: until it has none, or something has come.
func TestRest(t *testing.T) {
	p, err := Load(summing(), "", Usual)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	alive(t, p, picture{}, func(m api.Module, _ func(int) string) {
		busy := make(chan came, 1)
		busy <- came{}
		for i, l := range []life{{in: &input{came: busy}}, {in: &input{}}, {in: &input{}}} {
			err := l.rest(context.Background(), m, &shared{})
			if n, _ := m.Memory().ReadUint32Le(216); err != nil || n != []uint32{0, 4, 5}[i] {
				t.Errorf("%d: it was asked %d times, %v", i, n, err)
			}
		}
	})
}

// oneByOne reads a byte at a time.
type oneByOne struct{ io.Reader }

func (o oneByOne) Read(p []byte) (int, error) { return o.Reader.Read(p[:1]) }

// TestGivenUp gives up what a guest does for ever, and goes on. Without Back the guest ends; before its first wait too.
func TestGivenUp(t *testing.T) {
	small := Limits{Memory: 1 << 20, Files: 1, Output: 1 << 20, Loop: time.Minute, Time: 100 * time.Millisecond}
	p, err := Load(summing(), "", small)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, c := range []struct {
		what, why, in string
		gives, back   bool
	}{
		{"one that loops", "has computed for 100ms", "lb", false, true},
		{"one that is given up", Interrupted, "lb", true, true},
		{"one that is not put back", "has computed for 100ms", "lb", false, false},
	} {
		var out bytes.Buffer
		gives, told := make(chan os.Signal, 1), ""
		r := Run{In: oneByOne{strings.NewReader(c.in)}, Out: &out, Errs: io.Discard, Files: NewFiles("/", 1)}
		if c.back {
			r.GivesUp, r.Back = gives, func(e End) bool {
				told = cmp.Or(told, e.Why)
				return e.Why != ""
			}
		}
		if c.gives {
			r.In = interrupting{r.In, gives}
		}
		e := p.Run(r)
		want := binary.LittleEndian.AppendUint32(nil, 'b')
		if c.back && (e.Why != "" || told != c.why || !bytes.HasPrefix(out.Bytes(), want)) || !c.back && e.Why != c.why {
			t.Errorf("%s: %+v, told %q, wrote %v", c.what, e, told, fmt.Sprint(out.Bytes()))
		}
	}
}

// interrupting gives the guest up when it is told to loop.
type interrupting struct {
	io.Reader
	gives chan<- os.Signal
}

func (i interrupting) Read(p []byte) (int, error) {
	n, err := i.Reader.Read(p)
	if n > 0 && p[0] == 'l' {
		i.gives <- os.Interrupt
	}
	return n, err
}

// TestPictures takes pictures of a guest in Go, which has goroutines, garbage and more and more memory, and puts them
// back in random order. Each goes on as the guest did that was never put back, with as much memory.
func TestPictures(t *testing.T) {
	effort.Dear(t, "it builds a guest")
	file := filepath.Join(t.TempDir(), "guest.wasm")
	c := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-o", file, "./testdata/turning")
	c.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(code, "", Usual)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const turns = 60
	var pictures [turns]picture
	var said [turns]string
	var sizes [turns]uint32
	alive(t, p, picture{}, func(m api.Module, next func(int) string) {
		for n := range turns {
			pictures[n].take(m, &shared{})
			said[n], sizes[n] = next(n), m.Memory().Size()
		}
	})
	r := rand.New(rand.NewPCG(1, 2))
	for range effort.Of(5_000) {
		from := r.IntN(turns)
		alive(t, p, pictures[from], func(m api.Module, next func(int) string) {
			for n := from; n < min(from+3, turns); n++ {
				if got := next(n); got != said[n] || m.Memory().Size() != sizes[n] {
					t.Fatalf("turn %d, put back at %d: %q with %d bytes, and was %q with %d", n, from, got, m.Memory().Size(),
						said[n], sizes[n])
				}
			}
		})
	}
}

// alive does something with a guest that has begun, or was put back; next is a turn of it.
func alive(t *testing.T, p *Program, last picture, do func(m api.Module, next func(n int) string)) {
	t.Helper()
	var out bytes.Buffer
	l := &life{Program: p, in: &input{}, out: &bounded{left: 1 << 30}, last: last,
		Run: Run{Out: &out, Errs: io.Discard, Files: NewFiles("/", 1)}}
	ctx := context.WithValue(context.Background(), sharedKey{}, &shared{})
	m, err := p.runtime.InstantiateModule(ctx, p.code, l.config(&sleeper{}))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close(ctx)
	if last.taken() {
		err = last.put(ctx, m)
	} else {
		_, err = turn(ctx, m.ExportedFunction(beginName))
	}
	if err != nil {
		t.Fatal(err)
	}
	do(m, func(n int) string {
		out.Reset()
		l.in.left = fmt.Appendf(nil, "line %d\n", n*n%17)
		if over, err := turn(ctx, m.ExportedFunction(nextName), 0); over || err != nil {
			t.Fatal(n, over, err)
		}
		return out.String()
	})
}
