package temporal_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "machsim/debugger/lang/temporal"
	"machsim/test/effort"
)

// run is a random run: by position the truth of each atom, and what each of two clocks shows.
type run struct {
	atoms  [][]Truth
	clocks [][2]int64
}

const atoms = 4

func randomRun(rng *rand.Rand) *run {
	r := &run{}
	now := [2]int64{}
	for range 1 + rng.IntN(9) {
		at := make([]Truth, atoms)
		for a := range at {
			at[a] = Truth(rng.IntN(3) - 1)
		}
		r.atoms, r.clocks = append(r.atoms, at), append(r.clocks, now)
		now = [2]int64{now[0] + int64(rng.IntN(3)), now[1] + 1}
	}
	return r
}

// letter is a position of a run.
type letter struct {
	*run
	i int
}

// Atom is true of some events only, when it depends on one.
func (l letter) Atom(n, since int) Truth {
	if since != None && (since+n+l.i)%3 == 0 {
		return False
	}
	return l.atoms[l.i][n]
}

func (l letter) Clock(n int) int64 { return l.clocks[l.i][n] }
func (l letter) Event() int        { return l.i - 1 }

// holds is what a formula says at a position, by its definition.
func (r *run) holds(f *Formula, i, since int, weak bool) bool {
	kid := func(k, i int, weak bool) bool { return r.holds(f.Kids[k], i, since, weak) }
	within := func(i, j int) bool {
		w := f.Within
		return w == nil || r.clocks[j][w.Clock]-r.clocks[i][w.Clock] >= w.From &&
			r.clocks[j][w.Clock]-r.clocks[i][w.Clock] <= w.To
	}
	switch f.Op {
	case Atom:
		t := letter{r, i}.Atom(f.Atom, since)
		return t == True || weak && t == Unknown
	case Not:
		return !kid(0, i, !weak)
	case And, Or:
		for k := range f.Kids {
			if kid(k, i, weak) == (f.Op == Or) {
				return f.Op == Or
			}
		}
		return f.Op == And
	case Once, Since:
		for j := i; j >= 0; j-- {
			if within(j, i) && kid(len(f.Kids)-1, j, false) {
				return true
			}
			if f.Op == Since && !kid(0, j, true) {
				return false
			}
		}
		return false
	case Previously:
		return i > 0 && within(i-1, i) && kid(0, i-1, false)
	case Match:
		var word []int
		for j := range i + 1 {
			for a := range atoms {
				if names(f.Pattern, a) && r.atoms[j][a] == True {
					word = append(word, j)
					break
				}
			}
		}
		return r.matches(f.Pattern, word, 0)[len(word)]
	}
	for j := i; j < len(r.atoms); j++ {
		switch f.Op {
		case Eventually:
			if within(i, j) && kid(0, j, false) {
				return true
			}
		case Always:
			if within(i, j) && !kid(0, j, true) {
				return false
			}
		case Until:
			if within(i, j) && kid(1, j, false) {
				return true
			}
			if !kid(0, j, true) {
				return false
			}
		case LeadsTo:
			if kid(0, j, false) && !r.answered(f, j, since, within) {
				return false
			}
		}
	}
	return f.Op == Always || f.Op == LeadsTo
}

func (r *run) answered(f *Formula, j, since int, within func(i, j int) bool) bool {
	if f.Binds {
		since = j - 1
	}
	for k := j; k < len(r.atoms); k++ {
		if within(j, k) && r.holds(f.Kids[1], k, since, false) {
			return true
		}
	}
	return false
}

// matches says at which numbers of positions of a word a pattern may end that begins after so many.
func (r *run) matches(p *Pattern, word []int, from int) map[int]bool {
	ends := map[int]bool{}
	switch p.Op {
	case Single:
		if from < len(word) && r.atoms[word[from]][p.Atom] == True {
			ends[from+1] = true
		}
	case Either:
		for _, k := range p.Kids {
			for e := range r.matches(k, word, from) {
				ends[e] = true
			}
		}
	case Sequence:
		ends[from] = true
		for _, k := range p.Kids {
			next := map[int]bool{}
			for e := range ends {
				for f := range r.matches(k, word, e) {
					next[f] = true
				}
			}
			ends = next
		}
	default:
		ends = r.matches(p.Kids[0], word, from)
		for grown := p.Op != Optional; grown; {
			grown = false
			for e := range ends {
				for f := range r.matches(p.Kids[0], word, e) {
					grown, ends[f] = grown || !ends[f], true
				}
			}
		}
		if p.Op != Several {
			ends[from] = true
		}
	}
	return ends
}

// randomFormula is a formula of some depth, with the future in it or without.
func randomFormula(rng *rand.Rand, depth int, future, bound bool) *Formula {
	if depth == 0 || rng.IntN(6) == 0 {
		if rng.IntN(6) == 0 && !bound {
			return &Formula{Op: Match, Pattern: randomPattern(rng, 2)}
		}
		return &Formula{Op: Atom, Atom: rng.IntN(atoms)}
	}
	last := Match
	if future {
		last = LeadsTo
	}
	f := &Formula{Op: Not + Op(rng.IntN(int(last)))}
	if bound && f.Op >= Once && f.Op <= Match {
		f.Op = And
	}
	if f.Op == Match {
		f.Pattern = randomPattern(rng, 3)
		return f
	}
	past := f.Op >= Once && f.Op <= Match
	kids := map[Op]int{And: 2, Or: 2, Since: 2, Until: 2, LeadsTo: 2}[f.Op]
	f.Binds = f.Op == LeadsTo && rng.IntN(2) == 0
	for i := range max(1, kids) {
		f.Kids = append(f.Kids, randomFormula(rng, depth-1, future && !past && (f.Op != LeadsTo || i == 1),
			bound || f.Binds))
	}
	if f.Op >= Once && rng.IntN(2) == 0 {
		from := int64(max(0, rng.IntN(5)-2))
		f.Within = &Interval{rng.IntN(2), from, from + int64(rng.IntN(4))}
	}
	return f
}

func randomPattern(rng *rand.Rand, depth int) *Pattern {
	p := &Pattern{Op: PatternOp(rng.IntN(int(Optional) + 1)), Atom: rng.IntN(atoms)}
	if depth == 0 {
		p.Op = Single
	}
	n := map[PatternOp]int{Sequence: 2, Either: 2, Repeat: 1, Several: 1, Optional: 1}[p.Op]
	for range n {
		p.Kids = append(p.Kids, randomPattern(rng, depth-1))
	}
	return p
}

func show(f *Formula) string {
	var kids []string
	for _, k := range f.Kids {
		kids = append(kids, show(k))
	}
	s := fmt.Sprintf("%d:%d(%s)", f.Op, f.Atom, strings.Join(kids, " "))
	if f.Within != nil {
		s += fmt.Sprint(*f.Within)
	}
	return s
}

// TestMonitorsSayWhatFormulasMean compares monitors with the definition of the operators, at each position of random
// runs: what is refuted or fulfilled on the way is so at the end, and at the end all is known.
func TestMonitorsSayWhatFormulasMean(t *testing.T) {
	seen := map[Truth]int{}
	for seed := range effort.Of(uint64(20_000)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		r := randomRun(rng)
		f := randomFormula(rng, 3, true, false)
		p := Compile(f)
		m := p.Start(letter{r, 0})
		for i := range r.atoms {
			if i > 0 {
				m = m.Clone()
				m.Step(letter{r, i})
			}
			got := m.Truth()
			if !p.IsFuture() && (got == True) != r.holds(f, i, None, false) {
				t.Fatalf("seed %d, %s at %d: %v", seed, show(f), i, got)
			}
			if seen[got]++; p.IsFuture() && got != Unknown && (got == True) != r.holds(f, 0, None, false) {
				t.Fatalf("seed %d, %s by %d: %v", seed, show(f), i, got)
			}
		}
		last := 0
		if !p.IsFuture() {
			last = len(r.atoms) - 1
		}
		got, owed := m.End(true)
		want := r.holds(f, last, None, false)
		if (got == True) != want || got == Unknown {
			t.Fatalf("seed %d, %s over %d: %v", seed, show(f), len(r.atoms), got)
		}
		if p.IsFuture() && want != (len(owed)+len(m.Refuted) == 0) {
			t.Fatalf("seed %d, %s: owed %v, refuted %v", seed, show(f), owed, m.Refuted)
		}
		if open, _ := m.End(false); open != Unknown && open != got {
			t.Fatalf("seed %d, %s: not complete %v, complete %v", seed, show(f), open, got)
		}
	}
	if len(seen) != 3 {
		t.Errorf("seen %v", seen)
	}
}

// names says whether a pattern names an atom.
func names(p *Pattern, atom int) bool {
	if p.Op == Single {
		return p.Atom == atom
	}
	return slices.ContainsFunc(p.Kids, func(k *Pattern) bool { return names(k, atom) })
}
