package linear_test

import (
	"strings"
	"testing"

	"machsim/debugger/study/linear"
	"machsim/kernel"
	"machsim/programs"
)

type (
	read    struct{}
	content struct{ Value int }
	write   struct{ Value int }
	written struct{ Done bool }
)

// stale is a register whose reads are answered from a copy that hears of a write only later; two clients.
func stale(fixed bool) *kernel.Program {
	return &kernel.Program{Name: "stale", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		var own kernel.Name
		keeper := b.Server(h, "keeper", func(th *kernel.Thread) {
			value, shown := 0, 0
			for {
				m := kernel.Must(kernel.Receive[any](th, own, read{}, write{}))
				switch r := m.Body.(type) {
				case read:
					kernel.Must(kernel.Reply(th, m, content{shown}))
					shown = value
				case write:
					if value = r.Value; fixed {
						shown = value
					}
					kernel.Must(kernel.Reply(th, m, written{true}))
				}
			}
		})
		own = b.Port(keeper, "store")
		for i, name := range []string{"ann", "bob"} {
			var to kernel.Name
			task := b.Task(h, name, func(th *kernel.Thread) {
				kernel.Must(kernel.RPC[write, written](th, to, write{i + 1}))
				kernel.Must(kernel.RPC[read, content](th, to, read{}))
			})
			to = b.Send(keeper, own, task)
		}
	}}
}

// run returns the calls of a run.
func run(p *kernel.Program, seed uint64) []linear.Call {
	r := linear.NewRecorder()
	m := kernel.Must(kernel.New(p, kernel.Config{Seed: seed, Tracer: r.Tracer()}))
	defer m.Close()
	m.Run()
	return r.Calls()
}

func model(t *testing.T, text string) *linear.Model {
	m, err := linear.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func check(t *testing.T, m *linear.Model, calls []linear.Call) *linear.Verdict {
	v, err := linear.Check(m, calls)
	if err != nil || v.Undecided {
		t.Fatal(v, err)
	}
	return v
}

// TestStale finds the read that does not see what was written before it, and none where it does.
func TestStale(t *testing.T) {
	m := model(t, "register:port=store,init=0")
	v := check(t, m, run(stale(false), 1))
	if v.OK() || v.Call == nil || v.Event != v.Call.Received {
		t.Fatalf("%+v", v)
	}
	for _, want := range []string{"not linearizable as a register", "read{}", "answered content{Value:0}"} {
		if !strings.Contains(v.What(m), want) {
			t.Errorf("%q is not in %q", want, v.What(m))
		}
	}
	for seed := range uint64(20) {
		if v := check(t, m, run(stale(true), seed)); !v.OK() || v.Calls != 4 {
			t.Errorf("seed %d: %s", seed, v.What(m))
		}
	}
}

// TestSamples holds the services of samples against predefined models.
func TestSamples(t *testing.T) {
	for _, c := range []struct {
		program, model string
		ok             bool
	}{
		{"bank", "map:port=bank", true},
		{"bank", "map:port=bank,init=100", true},
		{"bank", "map:port=bank,init=50", false},
		{"lease-fixed", "register:port=store,init=0", true},
		{"lease", "register:port=store,init=0", true},
		{"lease-fixed", "register:port=store,init=5", false},
		{"failover", "counter:port=counter", true},
		{"failover", "counter:port=counter,init=1", false},
	} {
		v := check(t, model(t, c.model), run(programs.Find(c.program), 1))
		if v.OK() != c.ok || v.Calls == 0 {
			t.Errorf("%s as %s: %t, %d calls\n%s", c.program, c.model, v.OK(), v.Calls, strings.Join(v.Lines(), "\n"))
		}
	}
}

// TestParse reads mistakes in the texts of models.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"regster:port=a":  `no model "regster"; there are register, map, counter, queue`,
		"queue:prt=a":     `"prt=a" is no setting`,
		"register:port":   `"port" is no setting`,
		"register:write=": `"write=" is no setting`,
	} {
		if _, err := linear.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
