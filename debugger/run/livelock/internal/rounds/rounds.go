// Package rounds is programs that do not end, for the tests of package livelock: some go round for ever, and some only
// seem to.
package rounds

import (
	"iter"
	"math/rand/v2"

	"machsim/cthreads"
	"machsim/kernel"
)

// Round is a program, and what is to be found of it.
type Round struct {
	Name  string
	Body  func(th *kernel.Thread) // of the only task
	Found string                  // "livelock"; "other" if variables are others each time; else a part of the reason
}

// Program returns the program of a Round.
func (r *Round) Program() *kernel.Program {
	return &kernel.Program{Name: r.Name, Main: func(b *kernel.Boot) { b.Task(b.Host("host"), "main", r.Body) }}
}

// All are the programs.
var All = []*Round{
	{"polite", polite, "livelock"},
	{"toggle", toggle, "livelock"},
	{"rebuilt", rebuilt, "livelock"},
	{"table", table, "livelock"},
	{"boxed", boxed, "livelock"},
	{"frozen", frozen, "livelock"},
	{"counted to three", countedToThree, "livelock"},
	{"chance", chance, "livelock"},
	{"deferred", deferred, "livelock"},
	{"waits for others", waitsForOthers, "livelock"},

	{"counter", counter, "other"},
	{"counter in a map", inMap, "other"},
	{"counter behind pointers", behindPointers, "other"},
	{"counter of the package", ofPackage, "other"},
	{"spare room", spareRoom, "other"},
	{"generator", generator, "other"},
	{"parting", parting, "other"},
	{"counter of another thread", ofAnother, "other"},

	{"counter in a literal", inLiteral, "keeps a function in a variable"},
	{"loop without a variable", hiddenLoop, "how far the loop"},
	{"loop over a slice", hiddenSlice, "how far the loop"},
	{"iterator", iterator, "range"},
	{"temporary", temporary, "has come to before the call"},
	{"piled up", piledUp, "has deferred"},
	{"clock", clock, "reads the clock"},
	{"channel", channel, "channel"},
}

var words = iter.Seq[int](func(yield func(int) bool) {
	for i := 0; i < 1_000_000 && yield(i); i++ {
	}
})

// polite is two threads that give way to each other.
func polite(th *kernel.Thread) {
	mu := []cthreads.Mutex{cthreads.NewMutex(th, "left"), cthreads.NewMutex(th, "right")}
	for i := range mu {
		cthreads.Fork(th, []string{"guest0", "guest1"}[i], func(th *kernel.Thread) {
			for {
				mu[i].Lock(th)
				if mu[1-i].TryLock(th) {
					mu[1-i].Unlock(th)
				}
				mu[i].Unlock(th)
			}
		})
	}
}

// toggle is back after two rounds.
func toggle(th *kernel.Thread) {
	for on := false; ; on = !on {
		th.Yield()
	}
}

type node struct {
	next  *node
	value int
}

// rebuilt has a ring of new nodes each time.
func rebuilt(th *kernel.Thread) {
	var first *node
	for {
		first = &node{value: 1}
		first.next = &node{first, 2}
		th.Yield()
	}
}

// table fills a map in one order and in another.
func table(th *kernel.Thread) {
	for up := true; ; up = !up {
		m := map[string][]int{}
		for i := 0; i < 20; i++ {
			k := i
			if !up {
				k = 19 - i
			}
			m[string(rune('a'+k))] = []int{k}
		}
		th.Yield()
		if len(m) != 20 {
			return
		}
	}
}

type pair[T any] struct{ one, other T }

// boxed has values of many types in interfaces.
func boxed(th *kernel.Thread) {
	var all []any
	for {
		p := &pair[int]{1, 2}
		all = []any{1, "two", 3.0, p, &p.other, pair[any]{p, nil}, []byte("x"), map[int]any{1: p}, counter, [2]error{}}
		th.Yield()
		if len(all) == 0 {
			return
		}
	}
}

// frozen stays in one turn of a loop without a variable.
func frozen(th *kernel.Thread) {
	for range 1_000_000 {
		for {
			th.Yield()
		}
	}
}

// countedToThree counts, and begins again.
func countedToThree(th *kernel.Thread) {
	for {
		for i := range 3 {
			th.Yield()
			if i < 0 {
				return
			}
		}
	}
}

// chance draws a number that decides nothing.
func chance(th *kernel.Thread) {
	for {
		if th.Random(2) == 5 {
			return
		}
	}
}

// deferred has something to do when it returns.
func deferred(th *kernel.Thread) {
	mu := cthreads.NewMutex(th, "mu")
	for {
		locked(th, mu)
	}
}

func locked(th *kernel.Thread, mu cthreads.Mutex) {
	mu.Lock(th)
	defer func() { mu.Unlock(th) }()
	th.Yield()
}

// waitsForOthers joins a thread that never ends.
func waitsForOthers(th *kernel.Thread) {
	cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, "other", toggle)})
}

// counter counts.
func counter(th *kernel.Thread) {
	for n := 0; n < 1_000_000; n++ {
		th.Yield()
	}
}

func inMap(th *kernel.Thread) {
	m := map[string]int{}
	for m["n"] < 1_000_000 {
		m["n"]++
		th.Yield()
	}
}

func behindPointers(th *kernel.Thread) {
	last := &node{}
	first := &node{&node{last, 0}, 0}
	for first.next.next.value < 1_000_000 {
		last.value++
		th.Yield()
	}
}

var total int

func ofPackage(th *kernel.Thread) {
	for total < 1_000_000 {
		total++
		th.Yield()
	}
}

// spareRoom counts behind the end of a slice.
func spareRoom(th *kernel.Thread) {
	s := make([]int, 0, 1)
	for s[:1][0] < 1_000_000 {
		s[:1][0]++
		th.Yield()
	}
}

// generator has a state that only its type sees.
func generator(th *kernel.Thread) {
	r := rand.New(rand.NewPCG(1, 2))
	for r.IntN(1_000_000) != 12345 {
		th.Yield()
	}
}

// parting has a pointer that leads into an array, and moves on. All that it leads to is the same.
func parting(th *kernel.Thread) {
	all := make([]int, 1000)
	for i := &all[0]; ; {
		th.Yield()
		if i = after(all, i); i == nil {
			return
		}
	}
}

func after(all []int, p *int) *int {
	for i := range all[:len(all)-1] {
		if &all[i] == p {
			return &all[i+1]
		}
	}
	return nil
}

// ofAnother counts in one of two threads.
func ofAnother(th *kernel.Thread) {
	cthreads.Fork(th, "counter", counter)
	toggle(th)
}

// inLiteral counts in a variable that only a literal has.
func inLiteral(th *kernel.Thread) {
	for next := numbers(); next() < 1_000_000; {
		th.Yield()
	}
}

func numbers() func() int {
	n := 0
	return func() int {
		n++
		return n
	}
}

func hiddenLoop(th *kernel.Thread) {
	for range 1_000_000 {
		th.Yield()
	}
}

func hiddenSlice(th *kernel.Thread) {
	for _, x := range make([]int, 100_000) {
		th.Yield()
		if x != 0 {
			return
		}
	}
}

func iterator(th *kernel.Thread) {
	for range words {
		th.Yield()
	}
}

// temporary counts in what is on its way to an addition.
func temporary(th *kernel.Thread) {
	deeper(th, 0)
}

func deeper(th *kernel.Thread, n int) {
	for {
		n = plus(next(&n), pause(th))
		n = reset(&n)
	}
}

var hidden int

func next(*int) int     { hidden = 1 - hidden; return hidden }
func plus(a, b int) int { return a + b }
func reset(*int) int    { return 0 }

func pause(th *kernel.Thread) int {
	th.Yield()
	return 0
}

// piledUp has ever more to do when it returns.
func piledUp(th *kernel.Thread) {
	for ever := true; ever; {
		defer th.Yield()
		th.Yield()
	}
}

func clock(th *kernel.Thread) {
	for th.Clock() < 1_000_000*kernel.Second {
		th.Yield()
	}
}

func channel(th *kernel.Thread) {
	c := make(chan int, 1_000_000)
	for len(c) < cap(c) {
		c <- 1
		th.Yield()
	}
}

// What random programs consist of: Acts say what a thread does, again and again.
type Act struct {
	Does, N, Mod int
}

// What an Act does.
const (
	Yields = iota
	Locks
	Tries
	Unlocks
	Draws   // a random number
	Counts  // in a field
	Hangs   // counts in a node of a list
	Maps    // counts in a map
	Totals  // counts in the package
	Renews  // puts a new node in the place of the first, with the same value
	NumActs // their number
)

// Machine is the state of a thread of a random program.
type Machine struct {
	PC, Field int
	Result    bool
	List      *node
	Map       map[int]int
}

// Machines are those of the present run, by thread, and Together is what they count together.
var (
	Machines []*Machine
	Together int
)

// Random returns a program whose threads do what they are to.
func Random(all [][]Act) *kernel.Program {
	return &kernel.Program{Name: "random", Main: func(b *kernel.Boot) {
		b.Task(b.Host("host"), "main", func(th *kernel.Thread) {
			Machines, Together = nil, 0
			mu := []cthreads.Mutex{cthreads.NewMutex(th, "a"), cthreads.NewMutex(th, "b")}
			var others []cthreads.Thread
			for i := 0; i < len(all); i++ {
				m := &Machine{List: &node{value: 0}, Map: map[int]int{}}
				Machines = append(Machines, m)
				acts := all[i]
				others = append(others, cthreads.Fork(th, "t", func(th *kernel.Thread) { m.run(th, acts, mu) }))
			}
			cthreads.JoinAll(th, others)
		})
	}}
}

func (m *Machine) run(th *kernel.Thread, acts []Act, mu []cthreads.Mutex) {
	for held := [2]bool{}; ; m.PC = (m.PC + 1) % len(acts) {
		a := acts[m.PC]
		n := a.N % 2
		switch a.Does {
		case Yields:
			th.Yield()
		case Locks:
			if n == 0 && !held[0] && !held[1] {
				mu[0].Lock(th)
				held[0] = true
			}
		case Tries:
			if !held[n] {
				m.Result = mu[n].TryLock(th)
				held[n] = m.Result
			}
		case Unlocks:
			if held[n] {
				mu[n].Unlock(th)
				held[n] = false
			}
		case Draws:
			m.Result = th.Random(2) == 0
		case Counts:
			m.Field = count(m.Field, a.Mod)
		case Hangs:
			m.List.value = count(m.List.value, a.Mod)
		case Maps:
			m.Map[a.N] = count(m.Map[a.N], a.Mod)
		case Totals:
			Together = count(Together, a.Mod)
		case Renews:
			m.List = &node{value: m.List.value}
		}
	}
}

func count(n, mod int) int {
	if mod == 0 {
		return n + 1
	}
	return (n + 1) % mod
}

// Value is the value of the first node.
func (m *Machine) Value() int { return m.List.value }
