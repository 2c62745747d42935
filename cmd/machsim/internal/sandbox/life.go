package sandbox

import (
	"context"
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/experimental/sysfs"
)

// life is a guest from its beginning, or from a picture, to its end.
type life struct {
	*Program
	Run
	in   *counted
	out  *bounded
	last picture // of where it wanted input last; none if it never did, or need not be put back
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
	l.Files.run = ctx
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
	_, inTurns := l.code.ExportedFunctions()[beginName]
	switch {
	case l.last.taken():
		c = c.WithStartFunctions()
	case inTurns:
		c = c.WithStartFunctions("_initialize")
	}
	return c
}

// The functions by which a guest works in turns (package turn). Both say whether it is over; the second one is told
// whether the guest was put back.
const (
	beginName = "machsim_begin"
	nextName  = "machsim_next"
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
		l.wait(m, s, back == 0)
		over, err = turn(ctx, next, back)
	}
	return err
}

// turn is a turn of the guest.
func turn(ctx context.Context, f api.Function, args ...uint64) (over bool, err error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	said, err := f.Call(ctx, args...)
	return len(said) != 1 || said[0] != 0, err
}

// wait waits for input. Meanwhile it may take a picture, unless there is the same.
func (l *life) wait(m api.Module, s *shared, changed bool) {
	var taking sync.WaitGroup
	defer taking.Wait()
	if l.Back != nil && changed {
		taking.Go(func() { l.last.take(m, s) })
	}
	l.in.wait()
}
