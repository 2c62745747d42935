package shadow

import (
	"reflect"
	"slices"
	"testing"

	"machsim/kernel"
	"machsim/test/probe"
)

// counts is a program in which one task makes others while another one makes a call of
// testdata/unnoted.go, which is in the rewritten kernel only.
func counts(call string) *kernel.Program {
	return &kernel.Program{Name: "counts", Main: func(b *kernel.Boot) {
		h := b.Host("h")
		b.Task(h, "maker", func(th *kernel.Thread) {
			for range 3 {
				kernel.Must(th.Spawn("h", "", func(*kernel.Thread) {}))
			}
		})
		b.Task(h, "counter", func(th *kernel.Thread) {
			th.CThreads().Fork("", func(*kernel.Thread) {})
			for range 4 {
				reflect.ValueOf(th).MethodByName(call).Call(nil)
			}
		})
	}}
}

// TestForgotten adds to the kernel a call that logs no access, and one that logs what it reads.
func TestForgotten(t *testing.T) {
	if !probe.Live {
		t.Skip("TestShadow runs this with the kernel rewritten")
	}
	for _, c := range []struct {
		call string
		want []string
	}{
		{"HostThreads", []string{"read of Threads.Status", "walk of Threads"}},
		{"TaskCount", nil},
	} {
		var got []string
		take(counts(c.call), kernel.Config{Door: kernel.NewRandom(3)}, func(v violation) {
			got = append(got, v.kind+" of "+v.field)
		}, nil)
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v is reported, not %v", c.call, got, c.want)
		}
	}
}
