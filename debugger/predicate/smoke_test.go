package predicate_test

import (
	"fmt"
	"testing"

	"machsim/kernel"
	"machsim/programs/philosophers"
)

func TestSmoke(t *testing.T) {
	s := open(t, &philosophers.Program, kernel.Config{Seed: 7})
	v, err := s.Predicates().Shown()
	must(t, err)
	fmt.Println(v, s.Where())
	for _, text := range []string{"blocked by kant and blocked by plato.1", "label x", "lock by plato.1 -> lock by kant.1", "lock by plato.1 || lock by kant.1", "(lock by plato.1)^2", "two different nobody (x = 1)"} {
		p, _, err := s.Predicate(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		f, err := p.First()
		fmt.Println(p.Form, err)
		if f != nil {
			fmt.Println(f.Cut, f.Reasons, f.Order, f.Minimal)
		}
	}
}
