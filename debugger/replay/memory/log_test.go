package memory_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"machsim/debugger/replay/memory"
	"machsim/kernel"
)

// node is a variable of a program that changes in all ways.
type node struct {
	name  string
	next  *node
	field *int // of another node
	count int
	list  []int
	nodes []*node
	array [3]*int
	table map[string]*node
	sizes map[int]int
	any   any
}

// heap is the variables of a program: what its roots lead to is all that it can reach.
type heap struct {
	rng  *rand.Rand
	all  []*node
	main *node
	n    int
}

func (h *heap) some() *node { return h.all[h.rng.IntN(len(h.all))] }

// mutate changes something.
func (h *heap) mutate() {
	h.n++
	x, y := h.some(), h.some()
	switch h.rng.IntN(16) {
	case 0:
		h.all = append(h.all, &node{name: fmt.Sprint("n", h.n)})
	case 1:
		x.next = y
	case 2:
		x.next = nil
	case 3:
		x.count = h.n
	case 4:
		x.field = &y.count
	case 5:
		x.list = append(x.list, h.n)
	case 6:
		if len(x.list) > 1 {
			x.list[h.rng.IntN(len(x.list))] = h.n
			y.list = x.list[1:]
		}
	case 7:
		x.nodes = append(x.nodes, y)
	case 8:
		x.array[h.rng.IntN(3)] = &y.count
	case 9:
		if x.table == nil {
			x.table = map[string]*node{}
		}
		x.table[fmt.Sprint(h.rng.IntN(5))] = y
	case 10:
		delete(x.table, fmt.Sprint(h.rng.IntN(5)))
	case 11:
		if x.sizes == nil {
			x.sizes = map[int]int{}
		}
		x.sizes[h.rng.IntN(3)] = h.n
	case 12:
		x.any = []any{h.n, y, *y, fmt.Sprint(h.n), struct{ p *node }{y}, &y.count, y.table}[h.rng.IntN(7)]
	case 13:
		h.main = y
	case 14:
		if len(x.nodes) > 0 {
			x.nodes = x.nodes[1:]
		}
	case 15:
		y.sizes = x.sizes
	}
}

// shown is all that the roots lead to, with who is who.
func (h *heap) shown() string {
	w := &shower{ids: map[any]int{}}
	w.show(reflect.ValueOf(&h.main).Elem(), 0)
	return w.text
}

type shower struct {
	text string
	ids  map[any]int
}

func (w *shower) show(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			w.text += "nil "
			return
		}
		key := [2]any{v.Type(), v.Pointer()}
		if id, ok := w.ids[key]; ok {
			w.text += fmt.Sprint("#", id, " ")
			return
		}
		w.ids[key] = len(w.ids)
		w.text += fmt.Sprint("&", w.ids[key], "@", v.Pointer(), " ")
		w.show(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			w.show(v.Field(i), depth+1)
		}
	case reflect.Slice, reflect.Array:
		w.text += fmt.Sprint("[", v.Len(), ":")
		for i := range v.Len() {
			w.show(v.Index(i), depth+1)
		}
	case reflect.Map:
		w.text += fmt.Sprint("map ", v.Len(), " ")
		for i := range 5 {
			k := reflect.ValueOf(fmt.Sprint(i))
			if v.Type().Key().Kind() == reflect.Int {
				k = reflect.ValueOf(i)
			}
			if e := v.MapIndex(k); e.IsValid() {
				w.text += fmt.Sprint(i, "=")
				w.show(e, depth+1)
			}
		}
	case reflect.Interface:
		if v.IsNil() {
			w.text += "nil "
			return
		}
		w.text += v.Elem().Type().String() + " "
		w.show(v.Elem(), depth+1)
	default:
		w.text += fmt.Sprint(v, " ")
	}
}

// TestRandomMoments changes variables at random, and goes to and fro between the moments.
func TestRandomMoments(t *testing.T) {
	for seed := range uint64(60) {
		h := &heap{rng: rand.New(rand.NewPCG(seed, 1)), main: &node{name: "main"}}
		h.all = []*node{h.main}
		var l memory.Log
		var want []string
		for range 60 {
			for range h.rng.IntN(6) {
				h.mutate()
			}
			l.Note([]reflect.Value{reflect.ValueOf(&h.main).Elem()})
			want = append(want, h.shown())
			for h.rng.IntN(4) == 0 { // go back for a while
				i := h.rng.IntN(l.Len())
				l.Show(i)
				if got := h.shown(); got != want[i] {
					t.Fatalf("seed %d: moment %d of %d is\n%s\nand not\n%s", seed, i, l.Len(), got, want[i])
				}
			}
			if l.Show(l.Len() - 1); h.shown() != want[len(want)-1] {
				t.Fatalf("seed %d: the last moment has changed", seed)
			}
		}
	}
}

// TestTrim forgets moments to save memory.
func TestTrim(t *testing.T) {
	var l memory.Log
	x := make([]byte, 1000)
	for i := range 100 {
		x[0] = byte(i)
		l.Note([]reflect.Value{reflect.ValueOf(&x).Elem()})
		l.Trim(10_000)
	}
	if l.First() != 89 {
		t.Errorf("the first moment of 100 is %d", l.First())
	}
	if l.Show(89); x[0] != 89 {
		t.Errorf("moment 89 shows %d", x[0])
	}
}

type told struct{ f func() string }

func (x told) String() string { return x.f() }

// TestHidden: what a method says that calls a function of the program cannot be known.
func TestHidden(t *testing.T) {
	for _, c := range []struct {
		x      any
		hidden bool
	}{{&struct{ told told }{}, true}, {&struct{ f func() }{}, false}, {&[]map[string]*told{{"": {}}}, true}} {
		var l memory.Log
		l.Note([]reflect.Value{reflect.ValueOf(c.x).Elem()})
		if l.Hidden() != c.hidden {
			t.Errorf("%T: %t", c.x, l.Hidden())
		}
	}
}

// TestMaps: whoever shows an earlier map must not run the program on.
func TestMaps(t *testing.T) {
	var l memory.Log
	x := map[string]int{"a": 0}
	for i := range 3 {
		x["a"] = i / 2
		l.Note([]reflect.Value{reflect.ValueOf(&x).Elem()})
	}
	if l.Touched() {
		t.Error("a map is touched before an earlier moment is shown")
	}
	if l.Show(0); !l.Touched() || x["a"] != 0 {
		t.Error("the first moment shows ", x)
	}
	if l.Show(2); x["a"] != 1 {
		t.Error("the last moment shows ", x)
	}
}

// TestKernelTypes: what is of a type of the simulator's is the program's all the same.
func TestKernelTypes(t *testing.T) {
	var l memory.Log
	x := struct {
		until *kernel.Duration
		got   *kernel.Received[[]int]
	}{new(kernel.Duration), &kernel.Received[[]int]{Body: []int{0}}}
	for i := range 3 {
		*x.until, x.got.Body[0] = kernel.Duration(i), i
		l.Note([]reflect.Value{reflect.ValueOf(&x).Elem()})
	}
	if l.Show(1); *x.until != 1 || x.got.Body[0] != 1 {
		t.Errorf("moment 1 shows %d and %d", *x.until, x.got.Body[0])
	}
}
