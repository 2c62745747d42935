package sandbox

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/experimental/sysfs"

	"machsim/debugger/replay/engine"
)

// life is a guest from its beginning, or from a picture, to its end.
type life struct {
	*Program
	Run
	in    *input
	out   *bounded
	last  picture  // of where it wanted input; none if it never did, or need not be put back
	since [][]byte // what it was given since, and has done
	again [][]byte // of that, what it is to do once more, since it was put back

	waited  bool // it has wanted input since it began, or was put back
	resting bool // it does other things
	tired   bool // it has failed at them, and has done nothing it was asked since
}

// run runs the guest until it ends, or is ended.
func (l *life) run() End {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	s, memory := &shared{}, &reserved{reserve(l.limits.Memory)}
	if memory.all == nil {
		return End{Why: fmt.Sprintf("may have %d MB of memory, which the system refuses", l.limits.Memory>>20)}
	}
	defer giveBack(memory.all)
	ctx = experimental.WithMemoryAllocator(context.WithValue(ctx, sharedKey{}, s), memory)
	stop := make(chan struct{})
	var watching sync.WaitGroup
	defer func() { close(stop); watching.Wait() }()
	slept := &sleeper{done: ctx.Done()}
	watching.Go(func() { l.watch(s, slept, stop, cancel) })
	l.Files.run, l.in.done = ctx, ctx.Done()
	l.out.full = func() { cancel(errOutput) }
	m, err := l.runtime.InstantiateModule(ctx, l.code, l.config(slept))
	if err == nil {
		err = l.turns(ctx, m, s)
		_ = m.Close(ctx)
	}
	return l.ended(err, context.Cause(ctx), s)
}

// config says what the guest has, and how it begins: one that is a command does all that it does there.
func (l *life) config(slept *sleeper) wazero.ModuleConfig {
	c := wazero.NewModuleConfig().WithName("").WithArgs(l.Args...).WithStdin(l.in).
		WithStdout(l.out.to(l.Out)).WithStderr(l.out.to(l.Errs)).
		WithSysWalltime().WithSysNanotime().WithNanosleep(slept.sleep).
		WithFSConfig(wazero.NewFSConfig().(sysfs.FSConfig).WithSysFSMount(l.Files, "/"))
	for name, value := range l.Env {
		c = c.WithEnv(name, value)
	}
	switch {
	case l.last.taken():
		c = c.WithStartFunctions()
	case l.InTurns():
		c = c.WithStartFunctions("_initialize")
	}
	return c
}

// The functions by which a guest works in turns (package turn). The first two say whether it is over, and the second is
// told whether the guest was put back. The third lets it do other things, and says whether it had some.
const (
	beginName = "machsim_begin"
	nextName  = "machsim_next"
	restName  = "machsim_rest"
)

// turns has the guest work until it is over.
func (l *life) turns(ctx context.Context, m api.Module, s *shared) (err error) {
	begin, next := m.ExportedFunction(beginName), m.ExportedFunction(nextName)
	if begin == nil || next == nil {
		return nil
	}
	over, back := false, uint64(0)
	if l.last.taken() {
		back, err = 1, l.last.put(ctx, m)
	} else {
		over, err = turn(ctx, begin)
	}
	for ; err == nil && !over; back = 0 {
		if err = l.wait(ctx, m, s); err != nil {
			break
		}
		if over, err = turn(ctx, next, back); err == nil {
			l.tired = false
		}
	}
	return err
}

// back says whether a guest that has ended so is put back to its last picture. What it was at is forgotten then. What
// it was given before, since the picture, it does again, and what it says then was said.
func (l *life) back(e End) bool {
	over := l.in.err != nil && len(l.in.left) == 0 || l.out.left < 0
	if over || !l.last.taken() || !l.waited || engine.Stopped(l.Cancel) || !l.Back(e) {
		return false
	}
	if l.out.mute && e.Why == Interrupted {
		l.since = append(l.since, l.in.given) // it had done that
	}
	l.again, l.since = append(l.since, l.again...), nil
	l.in.forget(e.Why == Interrupted)
	l.tired = l.tired || l.resting
	l.waited, l.resting = false, false
	return true
}

// turn is a turn of the guest.
func turn(ctx context.Context, f api.Function, args ...uint64) (over bool, err error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	said, err := f.Call(ctx, args...)
	return len(said) != 1 || said[0] != 0, err
}

// How long nothing comes until the guest may do other things, and until it is asked again when it had none to do. Keys
// that are held come more often, and whoever holds one does not wait for pictures.
const (
	soon  = 150 * time.Millisecond
	later = 100 * time.Millisecond
)

// mostAgain is how many turns there are at most of which there is no picture.
const mostAgain = 32

// wait waits for input. If none comes soon a picture is taken, and the guest goes on with what it does while it waits.
func (l *life) wait(ctx context.Context, m api.Module, s *shared) (err error) {
	l.waited = true
	if len(l.in.left) > 0 {
		return nil // it reads on
	}
	if l.in.given != nil && l.last.taken() {
		l.since = append(l.since, l.in.given)
	}
	l.in.given = nil
	if l.out.mute = len(l.again) > 0; l.out.mute {
		l.in.give(l.again[0])
		l.again = l.again[1:]
		return nil
	}
	if !l.last.taken() || len(l.since) > mostAgain {
		l.picture(m, s)
	}
	for within := soon; err == nil && len(l.in.left) == 0 && l.in.err == nil; within = later {
		select {
		case c := <-l.in.coming():
			l.in.take(c)
		case <-time.After(within):
			if len(l.since) > 0 {
				l.picture(m, s)
			}
			l.in.reads.Add(1) // it may do what it likes as long as nothing comes
			err = l.rest(ctx, m, s)
		}
	}
	return err
}

// picture takes a picture, if somebody wants the guest back.
func (l *life) picture(m api.Module, s *shared) {
	if l.Back != nil && m.ExportedMemory("memory") != nil {
		l.last.take(m, s)
		l.since = nil
	}
}

// rest lets the guest do other things until there are none, or something comes. What it has done is kept.
func (l *life) rest(ctx context.Context, m api.Module, s *shared) (err error) {
	f := m.ExportedFunction(restName)
	if f == nil || l.tired {
		return nil
	}
	l.resting = true
	n := 0
	for worked := true; worked && len(l.in.came) == 0; n++ {
		if worked, err = turn(ctx, f); err != nil {
			return err
		}
	}
	l.resting = false
	if n > 1 && len(l.in.came) == 0 {
		l.picture(m, s)
	}
	return nil
}
