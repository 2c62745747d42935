package trace_test

import (
	"slices"
	"testing"

	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// No call has a value in a field that its row in the catalogue does not mention: what a row does not
// mention, no trace shows.
func TestRowsMentionAllOperands(t *testing.T) {
	made := map[kernel.Op]bool{}
	look := func(s *kernel.State, a kernel.Actor, op kernel.Op, _ bool) {
		if a.Thread == 0 {
			return
		}
		made[op] = true
		c := s.Threads.At(uint32(a.Thread)).Call
		for f := range kernel.NumFields {
			if unsaid(&c, f) {
				t.Errorf("%s: its row does not mention field %d: %+v", op, f, c)
			}
		}
	}
	all := slices.Clone(programs.All)
	for seed := range effort.Of(uint64(60)) {
		all = append(all, randprog.Program(seed, randprog.Size{Hosts: 2, Tasks: 3, Threads: 2, Calls: 40}))
	}
	for i, p := range all {
		cfg := kernel.Config{Seed: uint64(i), MaxSteps: 1500, KeepGoing: true, Lenient: true}
		cfg.Tracer.Step = look
		m, err := kernel.New(p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		m.Run()
		m.Close()
	}
	if len(made) < kernel.Ops*9/10 {
		t.Errorf("only %d of %d calls were made", len(made), kernel.Ops)
	}
}

// unsaid says whether a call has a value in a field that its row does not mention. Two fields of a
// message call are the kernel's own.
func unsaid(c *kernel.Call, f kernel.Field) bool {
	message := c.Op.Class() == kernel.ClassMessage && (f == kernel.FieldN3 || f == kernel.FieldName3)
	if c.Op.Operand(f) != nil || message {
		return false
	}
	o := kernel.Operand{Field: f}
	return o.Name(c) != 0 || o.Number(c) != 0 || o.Text(c) != "" ||
		f == kernel.FieldNames && c.More != nil && len(c.More.Names) > 0
}
