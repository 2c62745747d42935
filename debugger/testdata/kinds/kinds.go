// Package kinds is programs of one's own, with hooks, which tests debug here and in guests: one with variables of many
// kinds, and random ones.
package kinds

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"machsim/cthreads"
	"machsim/debugger/internal/randprog"
	"machsim/kernel"
)

// Random is the random program of a number.
var Random = kernel.Program{
	Name:   "random",
	Params: []kernel.Param{{Name: "number", Default: "1", Doc: "which"}},
	Main: func(b *kernel.Boot) {
		randprog.Program(uint64(b.Int("number")), randprog.Size{Hosts: 2, Tasks: 3, Threads: 2, Calls: 20}).Main(b)
	},
}

type shade uint8

func (s shade) String() string { return [...]string{"dark", "grey", "light"}[s%3] }

type point struct {
	X, Y float64
	name string
}

// Norm is how far the point is.
func (p point) Norm() float64 { return math.Sqrt(p.X*p.X + p.Y*p.Y) }

// Scaled is the point farther away.
func (p *point) Scaled(k float64) point { return point{p.X * k, p.Y * k, p.name + "'"} }

type node[T any] struct {
	Value T
	Next  *node[T]
}

// Len is the number of nodes.
func (n *node[T]) Len() int {
	if n == nil {
		return 0
	}
	return 1 + n.Next.Len()
}

type order struct {
	Number, Sum int
	What        string
}

var total float64

// Kinds has threads with variables of many kinds, of which two share some, and a task that is told of them.
var Kinds = kernel.Program{Name: "kinds", Main: func(b *kernel.Boot) {
	var port, to kernel.Name
	clerk := b.Task(b.Host("a"), "clerk", func(th *kernel.Thread) {
		for range rounds {
			m := kernel.Must(kernel.Receive[order](th, port))
			th.Printf("%v\n", m.Body)
		}
	})
	shop := b.Task(b.Host("b"), "shop", func(th *kernel.Thread) { work(th, to) })
	port = b.Port(clerk, "orders")
	to = b.Send(clerk, port, shop)
}}

const rounds = 8

func work(th *kernel.Thread, to kernel.Name) {
	m := cthreads.NewMutex(th, "m")
	words := map[string][]int{"one": {1}}
	var list *node[shade]
	helper := cthreads.Fork(th, "helper", func(th *kernel.Thread) {
		for i := range 6 {
			m.Lock(th)
			list = &node[shade]{shade(i), list}
			words[fmt.Sprint("w", i%3)] = append(words["one"], i)
			m.Unlock(th)
		}
	})
	p, z, thing := point{1, 0.1, "p"}, complex(1, -0.5), any(nil)
	bits, small, wait := uint64(1)<<63, int8(-100), 1500*time.Millisecond
	text, bytes, grid := "grüß\x00\xffdich", []byte("go"), [2][2]float32{{0.1, 1e-30}}
	var err error
	for i := range rounds {
		p = p.Scaled(1.1)
		z, bits, small, wait = z*z, bits>>5|bits<<59, small-30, wait/3
		grid[i%2][1] += float32(p.Norm()) / 3
		total += math.Sqrt(p.X) + math.Pow(1.01, float64(i)) + math.Inf(-i%2)*0
		thing = []any{i, p, err, &p, shade(i), wait, nil}[i%7]
		text, bytes = strings.ToUpper(text[:len(text)-i%2]), append(bytes, byte(i))
		err = failing(i)
		m.Lock(th)
		depth := deep(list, i)
		m.Unlock(th)
		kernel.Must(0, kernel.Send(th, to, order{i, depth, text}))
	}
	cthreads.Join(th, helper)
	th.Printf("%v %v %v %v %v %v %q %v %v %v %v\n", p, z, thing, bits, small, wait, text, bytes, grid, err, total)
}

// failing panics now and then, and says so.
func failing(i int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("round %d: %w", i, errors.New(fmt.Sprint(r)))
		}
	}()
	return [...]error{nil, errors.New("odd"), nil}[i%4]
}

// deep calls itself for each node.
func deep(n *node[shade], i int) (sum int) {
	if n != nil {
		sum = int(n.Value)*i + deep(n.Next, i)
	}
	return sum
}
