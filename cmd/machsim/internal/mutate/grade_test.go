package mutate_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"machsim/cmd/machsim/internal/mutate"
)

// fake is a bench whose mutants do what their names say.
type fake struct{ names []string }

func (f fake) name(number int) string { return f.names[number-1] }

func (f fake) Runs(_ context.Context, number int) (*mutate.Runs, error) {
	r := &mutate.Runs{First: 5, Hashes: []uint64{1, 2, 3}}
	switch f.name(number) {
	case "fails":
		r.Hashes, r.Failure = []uint64{1, 7}, &mutate.Failure{Seed: 6, What: "STUCK"}
	case "differs", "tested":
		r.Hashes[2] = 9
	case "broken":
		return nil, errors.New("no process")
	}
	return r, nil
}

func (f fake) Tests(_ context.Context, number int) (string, error) {
	if f.name(number) == "tested" {
		return "TestX", nil
	}
	return "", nil
}

func (f fake) Differ(_ context.Context, _ int, seed uint64) (*mutate.Difference, error) {
	return &mutate.Difference{Seed: seed, Event: 4}, nil
}

// TestGrade: each status has its reason, whatever the order in which workers come to them. One that cannot be tried
// ends all.
func TestGrade(t *testing.T) {
	f := fake{[]string{"fails", "differs", "tested", "same", "elsewhere"}}
	var all []mutate.Numbered
	for i, name := range f.names {
		all = append(all, mutate.Numbered{Mutant: &mutate.Mutant{Name: name}, Number: i + 1})
	}
	program := &mutate.Runs{First: 5, Hashes: []uint64{1, 2, 3}, Reached: []int{1, 2, 3, 4}}
	done := make(chan bool, len(all))
	graded, err := mutate.Grade(t.Context(), f, all, program, 3, func() { done <- true })
	if err != nil || len(done) != len(all) {
		t.Fatal(err, len(done))
	}
	want := []mutate.Status{mutate.Noticed, mutate.Survives, mutate.Noticed, mutate.Same, mutate.Unreached}
	for i, g := range graded {
		if g.Status != want[i] || g.Name != f.names[i] {
			t.Errorf("%s %s, want %s", g.Name, g.Status, want[i])
		}
	}
	if d := graded[1].Difference; d == nil || d.Seed != 7 {
		t.Errorf("%v", fmt.Sprint(d))
	}
	f.names[3] = "broken"
	if _, err := mutate.Grade(t.Context(), f, all, program, 2, func() {}); err == nil {
		t.Error("one could not be tried, and no error")
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if graded, err := mutate.Grade(over, f, all, program, 2, func() {}); err != nil || graded[0] != nil {
		t.Errorf("%v %v, after the end", graded, err)
	}
}
