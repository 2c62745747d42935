package encode_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"machsim/debugger/replay/encode"
)

type leaf struct{ a, b uint32 }

type node struct {
	name  string
	next  *node
	list  []leaf
	none  []leaf
	empty []leaf
	deep  [][]string
	m     map[uint32][]uint32
	pair  [2]leaf
	any   any
	far   uintptr
	f     func()
}

var types = []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[*leaf]()}

// long is more than what is written at a time.
const long = 20_000

func sample() *node {
	shared := &leaf{7, 8}
	n := &node{
		name: "first", list: []leaf{{1, 2}, {3, 4}}, empty: []leaf{}, deep: [][]string{nil, {}, {"a", "", "ccc"}},
		m: map[uint32][]uint32{1: {2}, 3: nil}, pair: [2]leaf{{5, 6}}, any: shared, far: reflect.ValueOf(sample).Pointer(),
	}
	n.next = &node{name: "second", any: shared, next: n, list: make([]leaf, long)}
	n.next.list[long-1].b = 3
	return n
}

func write(v any) ([]byte, error) {
	var to bytes.Buffer
	err := encode.Write(&to, v, types)
	return to.Bytes(), err
}

// TestRoundTrip reads what was written, with things to which several pointers lead.
func TestRoundTrip(t *testing.T) {
	want := sample()
	data, err := write(&want)
	if err != nil {
		t.Fatal(err)
	}
	var got *node
	if err := encode.Read(data, &got, types); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
	if got.next.next != got || got.any != got.next.any {
		t.Error("what two pointers led to is two things now")
	}
	if got.none != nil || got.empty == nil {
		t.Error("nil and empty are not told apart")
	}
	before := bytes.Clone(data)
	if got.list = append(got.list, leaf{9, 9}); !bytes.Equal(data, before) {
		t.Error("what is appended to a slice is written over what stands behind it")
	}
}

// TestUnwritable refuses functions, and values of unknown types.
func TestUnwritable(t *testing.T) {
	for _, n := range []*node{{f: func() {}}, {any: 5}} {
		_, err := write(n)
		if u := (*encode.Unwritable)(nil); !errors.As(err, &u) {
			t.Errorf("%+v: %v", n, err)
		}
	}
}

// TestDamaged reads bytes that are cut off, or are others, and comes back.
func TestDamaged(t *testing.T) {
	n := sample()
	n.next.list = nil
	data, err := write(n)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		if encode.Read(bytes.Clone(data[:i]), new(node), types) == nil {
			t.Errorf("%d bytes of %d are a value", i, len(data))
		}
		other := bytes.Clone(data)
		other[i] ^= 0xff
		_ = encode.Read(other, new(node), types)
	}
}
