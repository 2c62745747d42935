package kernel_test

import (
	"testing"

	"machsim/kernel"
)

// timerDoor notes whose timer it chose to fire.
type timerDoor struct {
	kernel.Door
	t     *testing.T
	chose kernel.Actor // nobody: the kernel was not asked, or none was to fire
	told  int          // timers that fired as chosen
}

func (d *timerDoor) Choose(p kernel.Point) int {
	i := d.Door.Choose(p)
	if p.Kind != kernel.PointTimer {
		return i
	}
	if d.chose = p.Option(i); p.Early && (d.chose == kernel.Actor{}) == (i == 1) {
		d.t.Errorf("option %d of an early timer is %+v", i, d.chose)
	}
	return i
}

func (d *timerDoor) Fired(_ *kernel.State, a kernel.Actor) {
	if (d.chose != kernel.Actor{}) {
		if d.told++; a != d.chose {
			d.t.Errorf("the timer of %+v fired, not that of %+v", a, d.chose)
		}
	}
	d.chose = kernel.Actor{}
}

func (d *timerDoor) Open(*kernel.State)                 {}
func (d *timerDoor) Begin(*kernel.State, kernel.Actor)  {}
func (d *timerDoor) End(*kernel.State, kernel.Taken)    {}
func (d *timerDoor) Glance(id kernel.ThreadID, got any) {}

// TestTimerOptions holds the names of timers at a choice against those that fire then.
func TestTimerOptions(t *testing.T) {
	for _, free := range []bool{false, true} {
		told := 0
		for seed := range uint64(20) {
			d := &timerDoor{Door: kernel.NewRandom(seed), t: t}
			m, err := kernel.New(&kernel.Program{Name: "sleepers", Main: sleepers},
				kernel.Config{Door: d, StepTime: 1000, FreeTimers: free, Tracer: kernel.Tracer{Log: d}})
			if err != nil {
				t.Fatal(err)
			}
			m.Run()
			m.Close()
			told += d.told
		}
		if told == 0 {
			t.Errorf("free timers %t: nothing was chosen", free)
		}
	}
}

// sleepers sleep for times that often end together.
func sleepers(b *kernel.Boot) {
	for _, name := range []string{"a", "b", "c"} {
		b.Task(b.Host("host"), name, func(th *kernel.Thread) {
			for range 5 {
				th.Sleep(kernel.Duration(1+th.Random(4)) * kernel.Millisecond)
			}
		})
	}
}
