package campaign_test

import (
	"context"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
	"machsim/programs"
)

type digit struct{ N int }

// posts has three threads send a number each to one that receives one, and fails if it is a certain one.
func posts(bad int) *kernel.Program {
	return &kernel.Program{Name: "posts", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "main", func(th *kernel.Thread) {
			p := th.NewPort("")
			for i := range 3 {
				cthreads.Fork(th, "", func(th *kernel.Thread) { _ = kernel.Send(th, p, digit{i}) })
			}
			m, _ := kernel.Receive[digit](th, p)
			th.Check(m.Body.N != bad, "it got %d", m.Body.N)
		})
	}}
}

func byReceipt(t *testing.T, p *kernel.Program, change func(*campaign.Options)) (*campaign.Report, error) {
	t.Helper()
	o := campaign.Options{Guarded: true, ByReceipt: true, KeepGoing: true, Run: runner.New(p, 1)}
	if change != nil {
		change(&o)
	}
	return campaign.Run(context.Background(), o)
}

// TestByReceipt has a search say of which equivalence its classes are, what they leave out, and what stands in the way.
func TestByReceipt(t *testing.T) {
	for _, c := range []struct {
		p      *kernel.Program
		change func(*campaign.Options)
		proven bool
		want   string
	}{
		{posts(-1), nil, true, "All 3 classes by receipt explored: no failure\n"},
		{posts(-1), nil, true, "whatever each receive can get and each look at a queue can find"},
		{posts(1), nil, true, "All 3 classes by receipt explored: 1 CHECK FAILED\n"},
		{posts(-1), func(o *campaign.Options) { o.Ordered = "--never x" }, false,
			"3 classes by receipt explored, perhaps not all"},
		{programs.Find("philosophers-fixed"), nil, false, "mutex_lock and mutex_lock of another thread, whose order matters"},
	} {
		r, err := byReceipt(t, c.p, c.change)
		if err != nil {
			t.Fatal(err)
		}
		if r.Proven() != c.proven || r.Decided() != c.proven || !strings.Contains(r.Text(), c.want) ||
			r.Equivalence != campaign.ByReceipt {
			t.Errorf("%s: no %q in\n%s", c.p.Name, c.want, r.Text())
		}
		file, _ := r.Bytes()
		if again, err := campaign.Read(file); err != nil || again.Text() != r.Text() {
			t.Errorf("%v: the report comes back as\n%s", err, again.Text())
		}
	}
}

// TestByReceiptAlone refuses what classes by receipt know nothing of.
func TestByReceiptAlone(t *testing.T) {
	for want, change := range map[string]func(*campaign.Options){
		"random":      func(o *campaign.Options) { o.Run.Strategy = "random" },
		"free timers": func(o *campaign.Options) { o.Run.FreeTimers = true },
		"preemption":  func(o *campaign.Options) { o.Run.Preempt = true },
		"faults":      func(o *campaign.Options) { o.Run.Faults, _ = strategy.ParseFaults("crash=1") },
		"bounds":      func(o *campaign.Options) { o.Run.Bounds, _ = strategy.ParseBounds("depth=3") },
	} {
		if _, err := byReceipt(t, posts(-1), change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
