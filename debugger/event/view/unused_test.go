package view

import (
	"fmt"
	"testing"
)

// TestUnused gives names to very many objects of one name, beside some that are called as if they were of these.
func TestUnused(t *testing.T) {
	seen, free := map[string]int{}, map[string]bool{}
	for i := range 300_000 { // to try all numbers for each would take hours
		name := "p"
		if i%1000 == 7 {
			name = fmt.Sprint("p #", i/1000)
		}
		got := unused(seen, name)
		if free[got] {
			t.Fatalf("%s is given twice", got)
		}
		free[got] = true
	}
	for i := 2; i < 290_000; i++ {
		if !free[fmt.Sprint("p #", i)] {
			t.Fatalf("p #%d is left out", i)
		}
	}
}
