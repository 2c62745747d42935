package analyse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/analyse"
)

// shapes are ten servers, each written in another way. Where «a|b» stands, the sound one has a; the one with a fault of
// the rule that the letter before names has b: r the answer, c the case, p the port.
var shapes = []string{
	`for { m := kernel.Must(kernel.Receive[«c|q|u»](th, p«||2»)); «r|kernel.Must(kernel.Reply(th, m, a{}))|_ = m» }`,
	`for { m := kernel.Must(kernel.Receive[any](th, p«||2», «c|q{}|u{}», t{})); if _, is := m.Body.(t); is { continue }
		if th.Random(2) == 0 { «r|_ = kernel.Reply(th, m, a{})|_ = m»; continue }; kernel.Must(kernel.Reply(th, m, a{})) }`,
	`for { m := kernel.Must(kernel.Receive[any](th, p«||2», «c|q{}|u{}», t{})); switch m.Body.(type) { case q:
		«r|kernel.Must(kernel.Reply(th, m, a{}))|th.Yield()» ; case t: } }`,
	`for { m := kernel.Must(kernel.Receive[any](th, p«||2», «c|q{}|u{}», t{})); if m.Body == (t{}) { break }
		«r|answer(th, m)|_ = m» }`,
	`for range 10 { m, err := kernel.ReceiveTimeout[«c|q|u»](th, p«||2», kernel.Second); if err != nil { continue }
		defer th.Yield(); «r|kernel.Must(kernel.Reply(th, m, a{}))|_ = m» }`,
	`for { serve#(th, kernel.Must(kernel.Receive[any](th, p«||2», «c|q{}|u{}», t{}))) }`,
	`next := func() *kernel.Received[any] { return kernel.Must(kernel.Receive[any](th, p«||2», «c|q{}|u{}», t{})) }
		for { m := next(); if _, is := m.Body.(q); !is { continue }; «r|kernel.Must(kernel.Reply(th, m, a{}))|_ = m» }`,
	`set := th.NewPortSet("set"); th.AddMember(set, p«||2»); for { m := kernel.Must(kernel.Receive[any](th, set, «c|q{}|u{}»))
		if th.Random(2) == 0 { th.Sleep(1); «r|kernel.Must(kernel.Reply(th, m, a{}))|_ = m» } else { answer(th, m) } }`,
	`s := server#{th, p«||2»}; for { s.step() }`,
	`for _, kinds := range [][]any{{«c|q{}|u{}», t{}}} { for { m := kernel.Must(kernel.Receive(th, p«||2», kinds...))
		switch m.Body.(type) { case t: default: «r|kernel.Must(kernel.Reply(th, m, a{}))|_ = m» } } }`,
}

// before is what all have in common, and around each of them; # is its number.
const before = `package main

import (
	"machsim/cthreads"
	"machsim/kernel"
	"machsim/netname"
)

type (
	q struct{ N int }
	t struct{}
	u struct{ B bool }
	a struct{}
)

func main() {}
func answer(th *kernel.Thread, m *kernel.Received[any]) { kernel.Must(kernel.Reply(th, m, a{})) }

var (
	_ = cthreads.Yield
	_ = answer
	_ = netname.Serve
)
`

const around = `
type server# struct {
	th *kernel.Thread
	in kernel.Name
}

func (s server#) step() {
	m := kernel.Must(kernel.Receive[any](s.th, s.in, «c|q{}|u{}», t{}))
	switch m.Body.(type) {
	case q:
		«r|kernel.Must(kernel.Reply(s.th, m, a{}))|_ = m»
	}
}

func serve#(th *kernel.Thread, m *kernel.Received[any]) {
	if _, is := m.Body.(t); !is {
		«r|answer(th, m)|_ = m»
	}
}

var _ = serve#

var Program# = kernel.Program{Name: "planted#", Main: func(b *kernel.Boot) {
	b.Server(b.Host("h"), "server", func(th *kernel.Thread) {
		p, p2 := th.NewPort("p"), th.NewPort("p2")
		kernel.Must(netname.Register(th, "p", p))
		_ = p2
		%s
	})
	b.Task(b.Host("h"), "client", func(th *kernel.Thread) {
		p := kernel.Must(netname.Find(th, "p"))
		kernel.Must(kernel.RPC[q, a](th, p, q{1}))
	})
	netname.Serve(b)
}}
`

// planted is a program with a fault of one rule, or with none.
func planted(number int, shape, rule string) string {
	text := strings.ReplaceAll(strings.Replace(around, "%s", shape, 1), "«||2»", "«p||2»")
	for {
		before, rest, ok := strings.Cut(text, "«")
		if !ok {
			return strings.ReplaceAll(text, "#", fmt.Sprint(number))
		}
		part, after, _ := strings.Cut(rest, "»")
		all := strings.Split(part, "|")
		chosen := all[1]
		if all[0] == rule {
			chosen = all[2]
		}
		text = before + chosen + after
	}
}

// TestPlanted finds a fault of each rule in ten servers, and none in the same ten without.
func TestPlanted(t *testing.T) {
	text, want := before, []string(nil)
	for _, rule := range []string{"", "r", "c", "p"} {
		for _, shape := range shapes {
			text += planted(len(want), shape, rule)
			want = append(want, map[string]string{"r": analyse.NoReply, "c": analyse.NoCase, "p": analyse.NoReceiver}[rule])
		}
	}
	for i, found := range faultsOf(t, text) {
		if want[i] == "" && len(found) > 0 || want[i] != "" && (len(found) == 0 || found[0].Rule != want[i]) {
			t.Errorf("server %d, planted %q: %v", i%len(shapes), want[i], found)
		}
	}
}

// faultsOf are those of the programs of a package, in the order of the text.
func faultsOf(t *testing.T, text string) (faults [][]analyse.Fault) {
	t.Helper()
	all, err := analyse.Load(module(t, map[string]string{"main.go": text}), ".")
	if err != nil {
		t.Fatal(err, text)
	}
	for _, p := range all {
		faults = append(faults, p.Analyse().Faults)
	}
	return faults
}

// orders are ten ways to take two mutexes; «a|b» has the other order.
var orders = []string{
	`x.Lock(th); y.Lock(th); y.Unlock(th); x.Unlock(th)`,
	`x.With(th, func() { y.Lock(th); y.Unlock(th) })`,
	`x.With(th, func() { y.With(th, func() {}) })`,
	`both(th, x, y)`,
	`x.Lock(th); defer x.Unlock(th); y.Lock(th); defer y.Unlock(th)`,
	`for range 3 { x.Lock(th); y.Lock(th); y.Unlock(th); x.Unlock(th) }`,
	`all := []cthreads.Mutex{x, y}; all[0].Lock(th); th.Yield(); y.Lock(th)`,
	`x.Lock(th); if th.Random(2) == 0 { y.Lock(th); y.Unlock(th) }; x.Unlock(th)`,
	`pair := struct{ one, two cthreads.Mutex }{x, y}; pair.one.Lock(th); pair.two.Lock(th); pair.two.Unlock(th)`,
	`if x.TryLock(th) { y.Lock(th); y.Unlock(th); x.Unlock(th) }`,
}

const locking = `
func take#(th *kernel.Thread, x, y cthreads.Mutex) { %s }

var Program# = kernel.Program{Name: "planted#", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		m, n := cthreads.NewMutex(th, "m"), cthreads.NewMutex(th, "n")
		other := cthreads.Fork(th, "other", func(th *kernel.Thread) { take#(th, m, n) })
		take#(th, %s)
		cthreads.Join(th, other)
	})
}}
`

// TestPlantedOrder finds mutexes that are taken in two orders, in ten programs, and none in the same ten with one.
func TestPlantedOrder(t *testing.T) {
	text := before + "func both(th *kernel.Thread, x, y cthreads.Mutex) " +
		"{ x.Lock(th); y.Lock(th); y.Unlock(th); x.Unlock(th) }\n"
	for i, o := range orders {
		for j, args := range []string{"m, n", "n, m"} {
			text += strings.ReplaceAll(fmt.Sprintf(locking, o, args), "#", fmt.Sprint(2*i+j))
		}
	}
	for i, found := range faultsOf(t, text) {
		if bad := i%2 == 1; bad != (len(found) > 0) || bad && found[0].Rule != analyse.LockOrder {
			t.Errorf("order %d, planted: %t: %v", i/2, bad, found)
		}
	}
}

// module makes a directory a module that finds this machsim.
func module(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	files["go.sum"] = read(t, root+"/go.sum")
	files["go.mod"] = strings.Replace(read(t, root+"/go.mod"), "module machsim", "module gen", 1) +
		"\nrequire machsim v0.0.0\n\nreplace machsim => " + root + "\n"
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
