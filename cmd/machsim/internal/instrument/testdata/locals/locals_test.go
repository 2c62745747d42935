package locals_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"locals"
	"locals/note"
	"machsim/debugger/data/tables"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
)

// patience is how long a thread may compute: the computer may have much else to do.
const patience = time.Minute

// TestLocals: the local events of random programs are what the programs themselves have noted.
func TestLocals(t *testing.T) {
	seeds, _ := strconv.Atoi(os.Getenv("SEEDS"))
	rows := 0
	for i := range locals.Programs {
		for seed := range uint64(max(seeds, 1)) {
			rows += compared(t, &locals.Programs[i], seed)
		}
	}
	if rows < 100*len(locals.Programs) {
		t.Errorf("there are %d rows", rows)
	}
}

// recorded makes a run of a program, which notes what it does, and records it.
func recorded(p *kernel.Program, seed uint64) []byte {
	note.Begin()
	run, data := runner.InMemory(options(p, seed))
	run.Close()
	note.On = false
	return data
}

func options(p *kernel.Program, seed uint64) *runner.NewOptions {
	o := runner.New(p, seed)
	o.MaxSteps, o.LoopLimit = 5000, patience
	return o
}

func compared(t *testing.T, p *kernel.Program, seed uint64) (rows int) {
	data := recorded(p, seed)
	noted := note.Rows
	rec, err := record.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(p, rec, session.Options{LoopLimit: patience})
	if err != nil {
		t.Fatalf("%s, seed %d: %v", p.Name, seed, err)
	}
	defer s.Close()
	c := tables.Of(s)
	for _, name := range slices.Sorted(maps.Keys(noted)) {
		got, err := local(c, name)
		if err != nil {
			t.Errorf("%s, seed %d: %s: %v", p.Name, seed, name, err)
			continue
		}
		want := noted[name]
		rows += len(want)
		same(t, fmt.Sprintf("%s, seed %d: %s", p.Name, seed, name), got, want)
	}
	return rows
}

// local is the local events of a name.
func local(c *tables.Catalogue, name string) (all []note.Row, err error) {
	x, err := c.Local(name, false)
	if err != nil {
		return nil, err
	}
	rows, err := x.Rows(context.Background(), tables.Scan{})
	if err != nil {
		return nil, err
	}
	acts := map[string]int{}
	for rows.Next() {
		of := func(column string) string { return rows.Value(x.Column(column)).String() }
		r := note.Row{Var: name, Thread: of("thread"), By: of("by"), Old: of("old"), New: of("new")}
		r.Line, _ = strconv.Atoi(of("line"))
		r.Born = rows.Value(x.Column("old")).IsNull()
		if acts[of("activation")] == 0 {
			acts[of("activation")] = len(acts) + 1
		}
		r.Act = acts[of("activation")]
		all = append(all, r)
	}
	return all, rows.Err()
}

// same compares rows; activations are numbered in the order in which they are met.
func same(t *testing.T, of string, got, want []note.Row) {
	acts := map[int]int{}
	for i := range want {
		if acts[want[i].Act] == 0 {
			acts[want[i].Act] = len(acts) + 1
		}
		want[i].Act = acts[want[i].Act]
	}
	for i := range max(len(got), len(want)) {
		if i < len(got) && i < len(want) && got[i] == want[i] {
			continue
		}
		t.Errorf("%s: from row %d on\n%s\nnot\n%s", of, i+1, from(got, i), from(want, i))
		return
	}
}

func from(all []note.Row, i int) string {
	var b strings.Builder
	for _, r := range all[max(0, min(i-1, len(all))):min(len(all), i+4)] {
		fmt.Fprintln(&b, "   ", r)
	}
	return b.String()
}
