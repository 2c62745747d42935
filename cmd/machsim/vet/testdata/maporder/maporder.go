package maporder

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

type server struct {
	th      *kernel.Thread
	clients map[string]ipc.Name
	log     []string
	total   float64
}

func (s *server) tell(to ipc.Name) { kernel.Must(s.th.Send(to, ipc.NewMessage(1))) }

func (s *server) all() {
	for _, to := range s.clients { // want `maporder: .*, and s.tell is called for each element; use slices.Sorted\(maps.Keys\(s.clients\)\)`
		s.tell(to)
	}
	for name := range s.clients { // want `maporder: .*, and s.log keeps it`
		s.log = append(s.log, name)
	}
	for _, name := range slices.Sorted(maps.Keys(s.clients)) {
		s.tell(s.clients[name])
	}
}

func bad(th *kernel.Thread, m map[string]int, f map[int]float64, k map[[2]int]string) any {
	for name := range m { // want `maporder: .*, and th.Printf is called for each element`
		th.Printf("%s", name)
	}
	for p, s := range k { // want `maporder: .*; use slices.SortedFunc\(maps.Keys\(k\), ...\)`
		th.Label(fmt.Sprint(p, s))
	}
	var names []string
	slices.Sort(names)
	for name := range m { // want `maporder: .*, and names keeps it, for it is not sorted afterwards`
		names = append(names, name)
	}
	sum := 0.0
	for _, x := range f { // want `maporder: .*, and the sum sum of floats is rounded otherwise`
		sum += x
	}
	line := ""
	for name := range maps.Keys(m) { // want `maporder: .*, and the text line is put together in it; use slices.Sorted\(maps.Keys\(m\)\)`
		line += name
	}
	var b strings.Builder
	for name := range m { // want `maporder: .*, and b.WriteString is called for each element`
		b.WriteString(name)
	}
	left := 10
	groups := map[int][]string{}
	for name, n := range m { // want `maporder: .*, and groups\[n\] keeps it`
		groups[n] = append(groups[n], name)
	}
	for name := range made() { // want `maporder: .*, and th.Label is called .*; use slices.Sorted\(maps.Keys\(made\(\)\)\)`
		th.Label(name)
	}
	filled, next := make([]int, len(m)), 0
	for _, n := range m { // want `maporder: .*, and filled\[next\] is left with whichever comes last`
		filled[next] = n
		next++
	}
rounds:
	for range 3 {
		for _, n := range m { // want `maporder: .*, and how far this loop has got`
			left -= n
			if left < 0 {
				continue rounds
			}
		}
	}
	last := ""
	for name := range m { // want `maporder: .*, and last is left with whichever comes last`
		last = name
	}
	most, best := 0, ""
	for name, n := range m { // want `maporder: .*, and best is left with whichever comes last`
		if n > most {
			most, best = n, name
		}
	}
	for name := range m { // want `maporder: .*, and how far this loop has got when it ends early depends on it`
		delete(m, name)
		break
	}
	for _, n := range m { // want `maporder: .*, and how far this loop has got`
		left -= n
		if left < 0 {
			break
		}
	}
	keys := slices.Collect(maps.Keys(m))               // want `maporder: .*; use slices.Sorted\(maps.Keys\(m\)\)`
	for _, v := range slices.Collect(maps.Values(m)) { // want `maporder: .*; use slices.Sorted\(maps.Values\(m\)\)`
		th.Printf("%d", v)
	}
	for name, n := range m { // want `maporder: .*, and the one that comes first is returned`
		if n > 1 {
			return name
		}
	}
	return fmt.Sprint(names, sum, line, last, best, keys, b.String())
}

func made() map[string]int { return nil }

func good(th *kernel.Thread, m map[string]int, other map[string][]int) bool {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	groups := map[int][]string{}
	for name, n := range m {
		groups[n] = append(groups[n], name)
	}
	for _, group := range groups {
		slices.Sort(group)
	}
	pairs := slices.Collect(maps.Keys(m))
	slices.Sort(pairs)
	count, sum, flags := 0, 0, 0
	inverse := map[int]string{}
	for name, n := range m {
		count++
		sum += n
		flags |= n
		sum = sum + n
		inverse[n] = name
		other[name] = append(other[name], n)
		square := n * n
		if square > 4 {
			delete(m, name)
		}
	}
	most, least, all := 0, 0, true
	for _, n := range m {
		if n > most {
			most = n
		}
		least = min(least, n)
		all = all && n > 0
	}
	best, bestName := 0, ""
	for name, n := range m {
		if n > best || n == best && name < bestName {
			best, bestName = n, name
		}
	}
	numbers, next := make([]int, len(m)), 0
	for _, n := range m {
		numbers[next] = n
		next++
	}
	slices.Sort(numbers)
	failure := 0
	for _, n := range m {
		if err := fmt.Errorf("%d", n); err.Error() == "" {
			failure++
		}
	}
	found := false
	for _, n := range m {
		if n == 7 {
			found = true
			break
		}
	}
	for _, n := range m {
		switch {
		case n > 3:
			break
		}
		sum += n
	}
elements:
	for _, n := range m {
		for range 3 {
			if sum += n; sum < 0 {
				continue elements
			}
		}
	}
	for _, n := range m {
		if n == 5 {
			count++
			break
		}
	}
	each := func(f func(int) int) {
		for _, n := range m {
			sum += f(n)
		}
	}
	each(func(n int) int { return n })
	for name := range m {
		delete(m, name)
		f := func() string { return name }
		_ = f()
	}
	for range m {
		th.Yield()
	}
	values := map[string]*int{}
	for _, v := range values {
		*v++
	}
	for name, v := range values {
		th.Check(v != nil, "%s has no value", name)
	}
	for _, n := range m {
		if n < 0 {
			return false
		}
	}
	_ = len(slices.Collect(maps.Values(m)))
	th.Printf("%v %d %d %d %v %v %v", names, count, sum, flags, inverse, best, bestName)
	return all && found && most > least
}

func outsideOfPrograms(m map[string]int) (all []string) {
	for name := range m {
		all = append(all, name)
	}
	return all
}
