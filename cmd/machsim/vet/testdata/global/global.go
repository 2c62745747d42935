package global

import (
	"slices"

	"machsim/kernel"
)

type record struct{ n int }

func (r *record) add()     { r.n++ }
func (r *record) get() int { return r.n }

var (
	count   int
	table   = map[string]int{"a": 1}
	list    = []int{3, 1, 2}
	total   record
	pointer = &record{}
	names   = [...]string{"plato", "kant"}
	kept    = 0
)

func body(th *kernel.Thread) {
	count++                // want `global: the package variable count is shared by all tasks, and by all runs`
	count = th.Random(3)   // want `global: .* count `
	table["b"] = 2         // want `global: .* table `
	delete(table, "a")     // want `global: .* table `
	slices.Sort(list)      // want `global: .* list `
	list = append(list, 4) // want `global: .* list `
	total.add()            // want `global: .* total `
	pointer.n = 5          // want `global: .* pointer `
	fill(list)             // want `global: .* list `
	through(&total)        // want `global: .* total `
	for count = range 3 {  // want `global: .* count `
		th.Yield()
	}
	_ = count

	th.Printf("%s %d %d %d", names[0], table["a"], list[0], total.get())
	changed(list)
	own := record{}
	own.add()
	mine := slices.Clone(list)
	slices.Sort(mine)
	th.Watch("count", &count)
	count := 0
	count++
}

func fill(l []int) { l[0] = 1 }

func changed(l []int) {
	l = slices.Clone(l)
	l[0] = 1
}

func through(r *record) { r.add() }

func Reset() { count, kept = 0, 1 }
