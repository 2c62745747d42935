// Package forms has a function for each form in which the language reads and writes what threads share. Tests explore
// them with hooks, and hold what comes of them against all orders of single reads and writes.
package forms

// State is what the threads of a program share.
type State struct {
	A, B, C int
	In      Pair
	P       *Pair
	List    []int // with room behind it
	Full    []int // without
	Arr     [2]int
	M       map[int]int
	Of      map[int]*Pair
	Ptr     *int
	Pairs   []Pair
	*Inner
	Any  any
	Ok   bool
	Text string
}

// Pair has two parts.
type Pair struct{ A, B int }

// Inner is behind a pointer that has no name of its own.
type Inner struct{ Deep int }

// New returns what a program begins with.
func New() *State {
	return &State{P: &Pair{}, List: make([]int, 2, 4), Full: make([]int, 1, 1), M: map[int]int{}, Of: map[int]*Pair{1: {}},
		Ptr: new(int), Pairs: make([]Pair, 2), Inner: &Inner{}}
}

// Total is a variable of the package.
var Total int

type number int

func (n *number) inc() { *n++ }

func (n number) next() number { return n + 1 }

func one(n int) int { return n + 1 }

func two(n int) (int, bool) { return n + 1, true }

func three(n int) (int, int, error) { return n, n + 1, nil }

func at(p *int) *int { return p }

func (s *State) self() *State { return s }

func (s *State) b() int { return s.B }

func (s *State) setB(n int) int { s.B = n; return n }

func (p Pair) sum() int { return p.A + p.B }

// Form is a way to use a State. What it has seen it notes.
type Form struct {
	Name string
	Do   func(s *State, note func(int))
}

// All are forms that read and write several places, and what others do meanwhile.
var All = []Form{
	{"write AB", func(s *State, _ func(int)) { s.A = 5; s.B = 6 }},
	{"write BA", func(s *State, _ func(int)) { s.B = 6; s.A = 5 }},
	{"swap", func(s *State, _ func(int)) { s.A, s.B = s.B, s.A }},
	{"rotate", func(s *State, _ func(int)) { s.A, s.B, s.C = s.B, s.C, s.A+1 }},
	{"two results", func(s *State, _ func(int)) { s.A, s.B, _ = three(s.B) }},
	{"target found", func(s *State, _ func(int)) { s.List[s.A%2] = s.B + 1 }},
	{"target called", func(s *State, _ func(int)) { s.self().A = s.b() + s.A }},
	{"target and op", func(s *State, _ func(int)) { s.List[s.A%2] += s.b() }},
	{"add call", func(s *State, _ func(int)) { s.A += one(s.A) }},
	{"add method", func(s *State, _ func(int)) { s.A += s.b() }},
	{"call behind", func(s *State, note func(int)) { note(s.A + s.b()) }},
	{"calls", func(s *State, note func(int)) { note(s.A + s.setB(9)*10 + s.B) }},
	{"condition", func(s *State, note func(int)) {
		if s.A+s.b() > 5 {
			note(1)
		}
	}},
	{"logical", func(s *State, note func(int)) {
		if s.A == 5 && s.A+s.b() > 5 || s.B == 6 {
			note(s.A)
		}
	}},
	{"loop", func(s *State, note func(int)) {
		n := 0
		for s.A+s.b()+n < 2 {
			n++
		}
		note(n)
	}},
	{"post", func(s *State, note func(int)) {
		for i := 0; i < 2; i, s.A = i+1, s.A+s.B {
			note(i)
		}
	}},
	{"switch", func(s *State, note func(int)) {
		switch s.A + s.b() {
		case 0:
			note(s.B)
		default:
			note(10 + s.B)
		}
	}},
	{"return", func(s *State, note func(int)) { note(func() int { return s.A*10 + s.b() }()) }},
	{"defer", func(s *State, note func(int)) { defer func(a, b int) { note(a + b + s.A) }(s.A, s.b()) }},
	{"copy struct", func(s *State, _ func(int)) { s.In = *s.P }},
	{"move struct", func(s *State, _ func(int)) { *s.P = Pair{s.A, s.B} }},
	{"method of value", func(s *State, note func(int)) { note(s.P.sum()) }},
	{"method value", func(s *State, note func(int)) { sum := s.P.sum; note(s.B); note(sum()) }},
	{"write pair", func(s *State, _ func(int)) { s.P.A = 3; s.P.B = 4 }},
	{"write pair back", func(s *State, _ func(int)) { s.P.B = 4; s.P.A = 3 }},
	{"new pair", func(s *State, _ func(int)) { s.P = &Pair{7, 8}; s.A = 5 }},
	{"pointer kept", func(s *State, _ func(int)) { s.P.A = s.A + 1 }},
	{"array", func(s *State, _ func(int)) { s.Arr[0], s.Arr[1] = s.Arr[1]+1, s.Arr[0]+1 }},
	{"copy array", func(s *State, note func(int)) { a := s.Arr; note(a[0]*10 + a[1]) }},
	{"write list", func(s *State, _ func(int)) { s.List[0] = 3; s.List[1] = 4 }},
	{"range", func(s *State, note func(int)) {
		sum := 0
		for i, x := range s.List {
			sum += (i + 1) * x
		}
		note(sum)
	}},
	{"range and write", func(s *State, note func(int)) {
		for _, x := range s.List {
			s.A += x + 1
		}
	}},
	{"range into", func(s *State, _ func(int)) {
		for s.A, s.List[0] = range s.List {
		}
	}},
	{"copy", func(s *State, _ func(int)) { copy(s.List, s.Arr[:]) }},
	{"move", func(s *State, _ func(int)) { copy(s.List[1:], s.List) }},
	{"append", func(s *State, _ func(int)) { s.List = append(s.List, s.A+1) }},
	{"append behind", func(s *State, note func(int)) { note(append(s.List, s.A, s.b())[3]) }},
	{"append all", func(s *State, _ func(int)) { s.List = append(s.List, s.Arr[:]...) }},
	{"grow", func(s *State, _ func(int)) { s.Full = append(s.Full, 1) }},
	{"write full", func(s *State, _ func(int)) { s.Full[0] = 7 }},
	{"clear", func(s *State, _ func(int)) { clear(s.List) }},
	{"map", func(s *State, _ func(int)) { s.M[1], s.M[2] = s.M[2]+1, s.M[1]+1 }},
	{"map read", func(s *State, note func(int)) { note(s.M[1]*10 + s.A) }},
	{"map found", func(s *State, note func(int)) { note(s.M[s.A] + s.b()) }},
	{"write map", func(s *State, _ func(int)) { s.M[1] = 3; s.A = 1 }},
	{"map and call", func(s *State, _ func(int)) { s.M[s.A] = s.b() }},
	{"map op", func(s *State, _ func(int)) { s.M[s.A] += s.b() + 1 }},
	{"look up", func(s *State, note func(int)) {
		s.C, s.Ok = s.M[1]
		if v, ok := s.M[1]; ok {
			note(v)
		}
	}},
	{"delete", func(s *State, note func(int)) { delete(s.M, s.A); note(len(s.M)) }},
	{"embedded", func(s *State, note func(int)) { s.Deep += s.B; note(s.Deep) }},
	{"text", func(s *State, _ func(int)) { s.Text += string(rune('a' + s.A)) }},
	{"any", func(s *State, note func(int)) { s.Any = s.A; note(s.Any.(int)) }},
	{"closure", func(s *State, note func(int)) { f := func() int { s.A++; return s.A }; note(f() + s.A) }},
	{"lines", func(s *State, note func(int)) {
		s.A, s.B = s.b()+
			s.A,
			s.C+
				s.b()
		note(s.A +
			s.b())
	}},
}
