package repl_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/run/runner"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// TestAbsurd looks at runs whose programs call whatever there is with numbers that mean nothing: what a program
// passes to a call is told as it is, and costs no memory.
func TestAbsurd(t *testing.T) {
	for seed := range effort.Of(uint64(60)) {
		p := &kernel.Program{Name: "absurd", Main: func(b *kernel.Boot) {
			b.Task(b.Host("here"), "task", func(th *kernel.Thread) { absurd(th, rand.New(rand.NewPCG(seed, 1))) })
			b.Host("there")
		}}
		before := allocated()
		made := ""
		for _, by := range []string{"random", "pos", "surw", "urw"} {
			o := &runner.NewOptions{}
			o.Program, o.Seed, o.Strategy = p, seed, by
			d, err := debugger.Open(context.Background(), debugger.Source{Run: o}, debugger.Options{})
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, by, err)
			}
			made = looks(t, d)
			d.Close()
		}
		if took := allocated() - before; took > 200<<20 {
			t.Errorf("seed %d: it takes %d MB to look at\n%s", seed, took>>20, made)
		}
	}
}

// allocated is all the memory that has been asked for.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// looks asks a lot about a run, and returns its events.
func looks(t *testing.T, d *debugger.Debugger) string {
	var out strings.Builder
	p := repl.New(d, repl.Options{Out: &out})
	events := ""
	for _, line := range []string{
		"events start end", "stats", "threads", "history locks", "history rpc", "query select * from events",
		"query select * from locks", "query select * from threads", "goto 3", "why", "break lock", "continue back",
		"goto end", "where", "diagram", "races", "cut", "objects",
	} {
		if err := p.Do(line); err != nil && strings.Contains(err.Error(), "at fault") {
			t.Errorf("%s: %v\n%s", line, err, events)
		}
		if events == "" {
			events = out.String()
		}
	}
	return events
}

// absurd makes calls of all kinds. What has a loop of its own, or gets its numbers right, is left out.
func absurd(th *kernel.Thread, rng *rand.Rand) {
	faces := []any{th.CThreads(), th.Mach(), th.Mach25(), th}
	left := map[string]bool{"MutexTestAndSet": true, "RunSteps": true}
	m := th.CThreads().MutexNew("m")
	port := th.NewPort("p")
	for range 6 {
		face := reflect.ValueOf(faces[rng.IntN(len(faces))])
		k := rng.IntN(face.NumMethod())
		name, f := face.Type().Method(k).Name, face.Method(k)
		if left[name] || f.Type().IsVariadic() {
			continue
		}
		var in []reflect.Value
		for i := range f.Type().NumIn() {
			in = append(in, argument(f.Type().In(i), rng, uint64(m), uint64(port)))
		}
		f.Call(in)
	}
}

// argument is one of a call: rarely what there is, else something that never was.
func argument(of reflect.Type, rng *rand.Rand, known ...uint64) reflect.Value {
	v := reflect.New(of).Elem()
	numbers := append([]uint64{0, 1, 2, 7, 8, 9, 4095, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 2, 1<<32 - 1, 1 << 40,
		1<<63 - 1, 1 << 63, 1<<64 - 1}, known...)
	n := numbers[rng.IntN(len(numbers))]
	switch {
	case v.CanInt():
		v.SetInt(int64(n))
	case v.CanUint():
		v.SetUint(n)
	case of.Kind() == reflect.String:
		v.SetString(fmt.Sprint(n))
	case of.Kind() == reflect.Bool:
		v.SetBool(n%2 == 0)
	case of == reflect.TypeFor[*ipc.Message]():
		m := ipc.NewMessage(int32(n), int64(n), "a text")
		m.Remote, m.RemoteType = ipc.Name(known[1]), ipc.MakeSend
		m.Local, m.Size = ipc.Name(n), uint32(n)
		v.Set(reflect.ValueOf(m))
	case of.Kind() == reflect.Func:
		v.Set(reflect.MakeFunc(of, func([]reflect.Value) []reflect.Value {
			out := make([]reflect.Value, of.NumOut())
			for i := range out {
				out[i] = reflect.Zero(of.Out(i))
			}
			return out
		}))
	}
	return v
}
