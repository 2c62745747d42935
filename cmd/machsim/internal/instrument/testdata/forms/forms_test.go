package forms_test

import (
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"forms"
	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// model is what a form does, in single reads and writes.
type model struct {
	cells map[string]int
	notes []int
	point func()
}

func (m *model) get(cell string) int { m.point(); return m.cells[cell] }

func (m *model) set(cell string, n int) { m.point(); m.cells[cell] = n }

func (m *model) note(n int) { m.notes = append(m.notes, n) }

// slice is a model of one: its elements stand in cells of its array.
type slice struct {
	m          *model
	name       string // of the variable
	array, len int
}

func (m *model) slice(name string) slice {
	n := m.get(name)
	return slice{m, name, n / 10, n % 10}
}

func (s slice) at(i int) string { return fmt.Sprint(s.name, s.array, ".", i) }

func (s slice) store() { s.m.set(s.name, s.array*10+s.len) }

// append has room for four elements in the first array of List, for one in that of Full, and for all in others.
func (s slice) append(values ...func() int) slice {
	room := 100
	if s.array == 0 {
		room = map[string]int{"List": 4, "Full": 1}[s.name]
	}
	if s.len+len(values) <= room {
		for _, v := range values {
			s.m.set(s.at(s.len), v())
			s.len++
		}
		return s
	}
	var all []int
	for i := range s.len {
		all = append(all, s.m.get(s.at(i)))
	}
	for _, v := range values {
		all = append(all, v())
	}
	s.array = s.m.cells["arrays"] + 1
	s.m.cells["arrays"] = s.array
	s.len = len(all)
	for i, v := range all {
		s.m.cells[s.at(i)] = v
	}
	return s
}

func (m *model) pair() string { return fmt.Sprint("pair", m.get("P"), ".") }

func value(n int) func() int { return func() int { return n } }

func truth(x bool) int {
	if x {
		return 1
	}
	return 0
}

// models are the forms, each with those that others use meanwhile.
var models = map[string]struct {
	do     func(m *model)
	others string
}{
	"write AB": {func(m *model) { m.set("A", 5); m.set("B", 6) }, ""},
	"write BA": {func(m *model) { m.set("B", 6); m.set("A", 5) }, ""},
	"swap": {func(m *model) {
		v, w := m.get("B"), m.get("A")
		m.set("A", v)
		m.set("B", w)
	}, "write AB, write BA, rotate"},
	"rotate": {func(m *model) {
		a, b, c := m.get("B"), m.get("C"), m.get("A")
		m.set("A", a)
		m.set("B", b)
		m.set("C", c+1)
	}, "write AB"},
	"two results": {func(m *model) {
		b := m.get("B")
		m.set("A", b)
		m.set("B", b+1)
	}, "write AB, write BA"},
	"target found": {func(m *model) {
		l := m.slice("List")
		i := m.get("A") % 2
		m.set(l.at(i), m.get("B")+1)
	}, "write AB, write BA, append"},
	"target called": {func(m *model) { b := m.get("B"); m.set("A", b+m.get("A")) }, "write AB, write BA"},
	"target and op": {func(m *model) {
		b := m.get("B")
		l := m.slice("List")
		i := m.get("A") % 2
		m.set(l.at(i), m.get(l.at(i))+b)
	}, "write AB, write BA, write list"},
	"add call":    {func(m *model) { v := m.get("A") + 1; m.set("A", m.get("A")+v) }, "write AB"},
	"add method":  {func(m *model) { v := m.get("B"); m.set("A", m.get("A")+v) }, "write AB, write BA"},
	"call behind": {func(m *model) { v := m.get("B"); m.note(m.get("A") + v) }, "write AB, write BA"},
	"calls":       {func(m *model) { m.set("B", 9); v := m.get("A"); m.note(v + 90 + m.get("B")) }, "write AB, write BA"},
	"condition": {func(m *model) {
		if v := m.get("B"); m.get("A")+v > 5 {
			m.note(1)
		}
	}, "write AB, write BA"},
	"logical": {func(m *model) {
		yes := m.get("A") == 5
		if yes {
			v := m.get("B")
			yes = m.get("A")+v > 5
		}
		if yes || m.get("B") == 6 {
			m.note(m.get("A"))
		}
	}, "write AB, write BA"},
	"loop": {func(m *model) {
		for n := 0; ; n++ {
			if b := m.get("B"); m.get("A")+b+n >= 2 {
				m.note(n)
				return
			}
		}
	}, "write AB, write BA"},
	"post": {func(m *model) {
		for i := range 2 {
			m.note(i)
			v := m.get("A")
			m.set("A", v+m.get("B"))
		}
	}, "write AB, write BA"},
	"switch": {func(m *model) {
		b := m.get("B")
		if m.get("A")+b == 0 {
			m.note(m.get("B"))
		} else {
			m.note(10 + m.get("B"))
		}
	}, "write AB, write BA"},
	"return": {func(m *model) { b := m.get("B"); m.note(m.get("A")*10 + b) }, "write AB, write BA"},
	"defer":  {func(m *model) { b := m.get("B"); a := m.get("A"); m.note(a + b + m.get("A")) }, "write AB, write BA"},
	"copy struct": {func(m *model) {
		p := m.pair()
		a := m.get(p + "A")
		b := m.get(p + "B")
		m.set("In.A", a)
		m.set("In.B", b)
	}, "write pair, write pair back, new pair"},
	"move struct": {func(m *model) {
		p := m.pair()
		a := m.get("A")
		b := m.get("B")
		m.set(p+"A", a)
		m.set(p+"B", b)
	}, "write pair, copy struct"},
	"method of value": {func(m *model) {
		p := m.pair()
		a := m.get(p + "A")
		m.note(a + m.get(p+"B"))
	}, "write pair, write pair back"},
	"method value": {func(m *model) {
		p := m.pair()
		a := m.get(p + "A")
		b := m.get(p + "B")
		m.note(m.get("B"))
		m.note(a + b)
	}, "write pair back, write AB"},
	"write pair":      {func(m *model) { m.set(m.pair()+"A", 3); m.set(m.pair()+"B", 4) }, "new pair"},
	"write pair back": {func(m *model) { m.set(m.pair()+"B", 4); m.set(m.pair()+"A", 3) }, "new pair"},
	"new pair": {func(m *model) {
		m.cells["pairs"]++
		n := m.cells["pairs"]
		m.cells[fmt.Sprint("pair", n, ".A")] = 7
		m.cells[fmt.Sprint("pair", n, ".B")] = 8
		m.set("P", n)
		m.set("A", 5)
	}, ""},
	"pointer kept": {func(m *model) { p := m.pair(); m.set(p+"A", m.get("A")+1) }, "new pair, write AB"},
	"array": {func(m *model) {
		a := m.get("Arr.1") + 1
		b := m.get("Arr.0") + 1
		m.set("Arr.0", a)
		m.set("Arr.1", b)
	}, "copy array"},
	"copy array": {func(m *model) { a := m.get("Arr.0"); m.note(a*10 + m.get("Arr.1")) }, "array"},
	"write list": {func(m *model) { m.set(m.slice("List").at(0), 3); m.set(m.slice("List").at(1), 4) }, "append"},
	"range": {func(m *model) {
		sum := 0
		for i, l := 0, m.slice("List"); i < l.len; i++ {
			sum += (i + 1) * m.get(l.at(i))
		}
		m.note(sum)
	}, "write list, append"},
	"range and write": {func(m *model) {
		l := m.slice("List")
		for i := range 2 {
			x := m.get(l.at(i)) + 1
			m.set("A", m.get("A")+x)
		}
	}, "write list, target found"},
	"range into": {func(m *model) {
		l := m.slice("List")
		for i := range 2 {
			x := m.get(l.at(i))
			to := m.slice("List")
			m.set("A", i)
			m.set(to.at(0), x)
		}
	}, "write list, write AB"},
	"copy": {func(m *model) {
		l := m.slice("List")
		for i := range 2 {
			m.set(l.at(i), m.get(fmt.Sprint("Arr.", i)))
		}
	}, "array, range, write list"},
	"move": {func(m *model) {
		to, l := m.slice("List"), m.slice("List")
		m.set(to.at(1), m.get(l.at(0)))
	}, "write list"},
	"append": {func(m *model) {
		l := m.slice("List")
		v := m.get("A") + 1
		l.append(value(v)).store()
	}, "write AB, range"},
	"append behind": {func(m *model) {
		b := m.get("B")
		l := m.slice("List")
		a := m.get("A")
		l = l.append(value(a), value(b))
		m.note(m.get(l.at(3)))
	}, "append, write BA"},
	"append all": {func(m *model) {
		m.slice("List").append(func() int { return m.get("Arr.0") }, func() int { return m.get("Arr.1") }).store()
	}, "array, append"},
	"grow":       {func(m *model) { m.slice("Full").append(value(1)).store() }, "write full"},
	"write full": {func(m *model) { m.set(m.slice("Full").at(0), 7) }, "grow"},
	"clear":      {func(m *model) { l := m.slice("List"); m.set(l.at(0), 0); m.set(l.at(1), 0) }, "write list, range"},
	"map": {func(m *model) {
		a := m.get("M.2") + 1
		b := m.get("M.1") + 1
		m.set("M.1", a)
		m.set("M.2", b)
	}, "write map"},
	"map read": {func(m *model) { v := m.get("M.1"); m.note(v*10 + m.get("A")) }, "write map"},
	"map found": {func(m *model) {
		b := m.get("B")
		a := m.get("A")
		m.note(m.get(fmt.Sprint("M.", a)) + b)
	}, "write map, write BA"},
	"write map": {func(m *model) { m.set("M.1", 3); m.set("A", 1) }, ""},
	"map and call": {func(m *model) {
		b := m.get("B")
		m.set(fmt.Sprint("M.", m.get("A")), b)
	}, "write map, write BA"},
	"map op": {func(m *model) {
		b := m.get("B") + 1
		k := fmt.Sprint("M.", m.get("A"))
		m.set(k, m.get(k)+b)
	}, "write map, write BA"},
	"look up": {func(m *model) {
		v, ok := m.look("M.1")
		m.set("C", v)
		m.set("Ok", truth(ok))
		if v, ok := m.look("M.1"); ok {
			m.note(v)
		}
	}, "write map"},
	"delete": {func(m *model) {
		k := fmt.Sprint("M.", m.get("A"))
		m.point()
		delete(m.cells, k)
		m.point()
		n := 0
		for k := range m.cells {
			n += truth(strings.HasPrefix(k, "M."))
		}
		m.note(n)
	}, "write map, map op"},
	"embedded": {func(m *model) {
		v := m.get("Deep")
		m.set("Deep", v+m.get("B"))
		m.note(m.get("Deep"))
	}, "write AB"},
	"text": {func(m *model) {
		v := m.get("Text")
		m.set("Text", v*10+m.get("A")+1)
	}, "write AB"},
	"any":     {func(m *model) { m.set("Any", m.get("A")); m.note(m.get("Any")) }, "write AB"},
	"closure": {func(m *model) { m.set("A", m.get("A")+1); v := m.get("A"); m.note(v + m.get("A")) }, "write AB"},
	"lines": {func(m *model) {
		first, second := m.get("B"), m.get("B")
		a := m.get("A") + first
		b := m.get("C") + second
		m.set("A", a)
		m.set("B", b)
		b = m.get("B")
		m.note(m.get("A") + b)
	}, "write AB, write BA"},
}

func (m *model) look(cell string) (int, bool) {
	m.point()
	v, ok := m.cells[cell]
	return v, ok
}

// all are the outcomes of two forms at once, in every order of their reads and writes.
func all(forms ...func(*model)) map[string]bool {
	found := map[string]bool{}
	for todo := [][]int{nil}; len(todo) > 0; {
		path := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		text, taken := ordered(path, forms)
		found[text] = true
		for i := len(path); i < len(taken); i++ {
			if taken[i] {
				other := slices.Repeat([]int{0}, i)
				copy(other, path)
				todo = append(todo, append(other, 1))
			}
		}
	}
	return found
}

// ordered has two forms take turns: the path says who goes on where both could, first the first one. It returns where
// there was a choice.
func ordered(path []int, forms []func(*model)) (text string, choices []bool) {
	m := &model{cells: map[string]int{"List": 2, "Full": 1}}
	var next []func() (struct{}, bool)
	var notes []*model
	for _, form := range forms {
		own := &model{cells: m.cells}
		notes = append(notes, own)
		n, stop := iter.Pull(func(yield func(struct{}) bool) {
			own.point = func() { yield(struct{}{}) }
			form(own)
		})
		defer stop()
		n()
		next = append(next, n)
	}
	live := []int{0, 1}
	for len(live) > 0 {
		who := 0
		if len(choices) < len(path) {
			who = path[len(choices)]
		}
		choices = append(choices, len(live) > 1)
		if _, more := next[live[min(who, len(live)-1)]](); !more {
			live = slices.Delete(live, min(who, len(live)-1), min(who, len(live)-1)+1)
		}
	}
	return m.text() + fmt.Sprint(notes[0].notes, notes[1].notes), choices
}

// text is what the State is in the end.
func (m *model) text() string {
	m.point = func() {}
	s := forms.State{A: m.cells["A"], B: m.cells["B"], C: m.cells["C"],
		In:  forms.Pair{A: m.cells["In.A"], B: m.cells["In.B"]},
		Arr: [2]int{m.cells["Arr.0"], m.cells["Arr.1"]}, Ok: m.cells["Ok"] == 1, Inner: &forms.Inner{Deep: m.cells["Deep"]},
		M: map[int]int{}}
	p := m.pair()
	s.P = &forms.Pair{A: m.cells[p+"A"], B: m.cells[p+"B"]}
	for k, v := range m.cells {
		var n int
		if _, err := fmt.Sscanf(k, "M.%d", &n); err == nil {
			s.M[n] = v
		}
	}
	for name, to := range map[string]*[]int{"List": &s.List, "Full": &s.Full} {
		for i, l := 0, m.slice(name); i < l.len; i++ {
			*to = append(*to, m.cells[l.at(i)])
		}
	}
	for _, d := range strings.Split(fmt.Sprint(m.cells["Text"]), "") {
		if d != "0" {
			s.Text += string(rune('a' + d[0] - '1'))
		}
	}
	if n, ok := m.cells["Any"]; ok {
		s.Any = n
	}
	return shown(&s)
}

// shown is a State as text.
func shown[S any](s *S) string {
	x := reflect.ValueOf(s).Elem()
	text := ""
	for i := range x.NumField() {
		f := x.Field(i)
		if name := x.Type().Field(i).Name; name == "P" || name == "Inner" {
			f = f.Elem()
		} else if name == "Of" || name == "Ptr" || name == "Pairs" {
			continue
		}
		text += fmt.Sprint(f.Interface(), " ")
	}
	return text
}

// TestForms: what comes of two forms at once, explored with hooks, is what comes of all orders of their single reads
// and writes: nothing is missing, and nothing beyond.
func TestForms(t *testing.T) {
	do := map[string]func(*forms.State, func(int)){}
	for _, f := range forms.All {
		do[f.Name] = f.Do
	}
	for _, name := range slices.Sorted(maps.Keys(models)) {
		m := models[name]
		for _, other := range append(strings.Split(m.others, ", "), name) {
			if other == "" {
				continue
			}
			want := all(m.do, models[other].do)
			got := together(do[name], do[other])
			for text := range want {
				if !got[text] {
					t.Errorf("%s and %s: missing %s", name, other, text)
				}
			}
			for text := range got {
				if !want[text] {
					t.Errorf("%s and %s: beyond %s", name, other, text)
				}
			}
		}
	}
}

// TestIncrements: two threads that increment a variable, in whatever form, come to 1 or 2.
func TestIncrements(t *testing.T) {
	for _, inc := range forms.Increments {
		found := map[int]bool{}
		var last int
		eachClass(task(func(th *kernel.Thread) {
			do, get := inc.Make()
			a := cthreads.Fork(th, "", func(*kernel.Thread) { do() })
			do()
			cthreads.Join(th, a)
			last = get()
		}), func() { found[last] = true })
		if !maps.Equal(found, map[int]bool{1: true, 2: true}) {
			t.Errorf("%s: comes to %v", inc.Name, slices.Sorted(maps.Keys(found)))
		}
	}
	if all := hook.Coarse(forms.New); all != nil {
		t.Errorf("no hooks between the accesses of %s", all)
	}
}

// eachClass makes a run of each class of a program.
func eachClass(p *kernel.Program, ended func()) {
	s := explore.NewSearch()
	for l := s.Begin(); l != nil; l = s.Begin() {
		m := kernel.Must(kernel.New(p, kernel.Config{Door: l, StepTime: kernel.Timeless, Tracer: kernel.Tracer{Log: l},
			Preempt: true}))
		m.Run()
		m.Close()
		s.End()
		ended()
	}
}

// together explores two forms at once, and returns what comes of them.
func together(two ...func(*forms.State, func(int))) map[string]bool {
	found, last := map[string]bool{}, ""
	p := task(func(th *kernel.Thread) {
		s, notes := forms.New(), make([][]int, len(two))
		var ids []cthreads.Thread
		for i, form := range two {
			ids = append(ids, cthreads.Fork(th, "", func(*kernel.Thread) {
				form(s, func(n int) { notes[i] = append(notes[i], n) })
			}))
		}
		for _, id := range ids {
			cthreads.Join(th, id)
		}
		last = shown(s) + fmt.Sprint(notes[0], notes[1])
	})
	eachClass(p, func() { found[last] = true })
	return found
}

// task is a program of one task.
func task(body func(th *kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: "forms", Main: func(b *kernel.Boot) { b.Task(b.Host("h"), "t", body) }}
}
