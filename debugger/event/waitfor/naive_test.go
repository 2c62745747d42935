package waitfor

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/kernel"
)

// The naive half: the definitions, tried out on all sets and all paths.

// wakers returns who can end the wait of row i at all, as indices.
func wakers(rows []Row, i int) (who []int) {
	r := &rows[i]
	for j := range rows {
		o := &rows[j]
		switch {
		case r.On != 0:
			if o.Thread == r.On {
				who = append(who, j)
			}
		case i == j:
		case r.AnyThread, slices.Contains(r.Threads, o.Thread), slices.Contains(r.Tasks, o.Task), slices.Contains(r.Possible,
			o.Task),
			r.Reason == Alone && o.Task == r.Task:
			who = append(who, j)
		}
	}
	return who
}

// closed says that no thread of a set can be woken by one outside.
func closed(rows []Row, set uint) bool {
	for i := range rows {
		if set>>i&1 == 0 {
			continue
		}
		r := &rows[i]
		if r.Reason == Ready || r.Until != 0 || r.Arrives {
			return false
		}
		in := 0
		who := wakers(rows, i)
		for _, j := range who {
			in += int(set >> j & 1)
		}
		if r.Reason == Alone && in == 0 || r.Reason != Alone && in < len(who) {
			return false
		}
	}
	return true
}

func naiveStuck(rows []Row) []kernel.ThreadID {
	var all uint
	for set := range uint(1) << len(rows) {
		if closed(rows, set) {
			all |= set
		}
	}
	var stuck []kernel.ThreadID
	for ; all != 0; all &= all - 1 {
		stuck = append(stuck, rows[bits.TrailingZeros(all)].Thread)
	}
	return stuck
}

// naiveCycle returns the length of the cycle that Cycle is to find, among threads that are stuck: the shortest
// whose waits are all definite, else the shortest.
func naiveCycle(rows []Row) (definite, any int) {
	stuck := naiveStuck(rows)
	var walk func(start, at int, seen uint, length int, certain bool)
	walk = func(start, at int, seen uint, length int, certain bool) {
		r := &rows[at]
		if r.Idle || !slices.Contains(stuck, r.Thread) {
			return
		}
		bare := *r // the edges of a cycle: not what others might do
		bare.Possible, bare.AnyThread = nil, false
		edges := slices.Clone(rows)
		edges[at] = bare
		for _, next := range wakers(edges, at) {
			sure := certain && r.On != 0
			if next == start {
				if any == 0 || length < any {
					any = length
				}
				if sure && (definite == 0 || length < definite) {
					definite = length
				}
			} else if seen>>next&1 == 0 {
				walk(start, next, seen|1<<next, length+1, sure)
			}
		}
	}
	for i := range rows {
		walk(i, i, 1<<i, 1, true)
	}
	return definite, any
}

// randomRows makes the rows of a few threads in a few tasks.
func randomRows(r *rand.Rand) []Row {
	n := 1 + r.IntN(7)
	tasks := 1 + r.IntN(3)
	rows := make([]Row, n)
	thread := func() kernel.ThreadID { return kernel.ThreadID(1 + r.IntN(n)) }
	task := func() kernel.TaskID { return kernel.TaskID(1 + r.IntN(tasks)) }
	for i := range rows {
		w := &rows[i]
		w.Thread, w.Task = kernel.ThreadID(i+1), task()
		switch r.IntN(8) {
		case 0:
			w.Reason = Ready
		case 1, 2:
			w.Reason, w.On = Locked, thread()
		case 3:
			w.Reason, w.Possible = Condition, []kernel.TaskID{w.Task}
		case 4:
			w.Reason = Alone
		default:
			w.Reason = Message
			for range r.IntN(3) {
				w.addTask(task())
			}
			if r.IntN(3) == 0 {
				w.addThread(thread())
			}
			if r.IntN(3) == 0 {
				w.addPossible(task())
			}
			w.AnyThread = r.IntN(8) == 0
			w.Idle = r.IntN(6) == 0
			w.Arrives = r.IntN(10) == 0
		}
		if r.IntN(10) == 0 {
			w.Until = 1
		}
	}
	return rows
}

func TestAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		rows := randomRows(r)
		if got, want := Stuck(rows), naiveStuck(rows); !slices.Equal(got, want) {
			t.Fatalf("%+v\nstuck %v, naively %v", rows, got, want)
		}
		checkCycle(t, rows)
	}
}

func checkCycle(t *testing.T, rows []Row) {
	c := Cycle(rows)
	definite, any := naiveCycle(rows)
	switch {
	case any == 0 && c != nil, any > 0 && c == nil:
		t.Fatalf("%+v\ncycle %v, naively of length %d", rows, c, any)
	case c == nil:
		return
	case definite == 0 && len(c) != any:
		t.Fatalf("%+v\ncycle %v, but the shortest has length %d", rows, c, any)
	}
	for i, id := range c {
		row, next := &rows[id-1], c[(i+1)%len(c)]
		if definite > 0 && row.On != next {
			t.Fatalf("%+v\ncycle %v goes through a port, though a definite one exists", rows, c)
		}
		bare := slices.Clone(rows)
		bare[id-1].Possible, bare[id-1].AnyThread = nil, false
		if row.Idle || row.Reason == Ready || !slices.Contains(wakers(bare, int(id-1)), int(next-1)) {
			t.Fatalf("%+v\ncycle %v: %d does not wait for %d", rows, c, id, next)
		}
	}
}
