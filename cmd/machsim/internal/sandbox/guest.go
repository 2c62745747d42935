package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"machsim/cmd/machsim/internal/supervise"
	"machsim/debugger/replay/cache"
	"machsim/debugger/run/runner"
)

// Limits bound what a guest takes.
type Limits struct {
	Memory int64         // bytes
	Files  int64         // bytes that it writes to files
	Output int64         // bytes that it writes to its standard streams
	Loop   time.Duration // of processor time, and of sleep, while a run makes no step
	Time   time.Duration // of both while no run makes a step, and something is wanted of the guest
}

// Usual are limits that no usual run comes near.
var Usual = Limits{Memory: 1 << 30, Files: 1 << 30, Output: 1 << 28, Loop: 20 * time.Second, Time: 10 * time.Minute}

// MostMemory is as much memory as a guest can have.
const MostMemory = 4 << 30

// page is how much memory a guest asks for at once.
const page = 64 << 10

// Program is a guest that was compiled.
type Program struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
	limits  Limits
}

// Load compiles a guest. What it is compiled to is kept in a directory, for the next time; "" for nowhere. Of what is
// there all takes Kept bytes at most: what was used longest ago goes. The caller closes the Program.
func Load(code []byte, kept string, l Limits) (*Program, error) {
	if kept == "" {
		return load(code, "", l)
	}
	own := filepath.Join(kept, fmt.Sprintf("%x", sha256.Sum256(code)))
	now := time.Now()
	_ = os.Chtimes(own, now, now) // one that is not there yet is made now
	p, err := load(code, own, l)
	if err != nil {
		return load(code, "", l) // nothing can be kept, or another process has just made room
	}
	cache.MakeRoom(kept, Kept, own)
	return p, nil
}

// Kept is how many bytes are kept of what guests were compiled to; one takes some 160 MB.
const Kept = 1 << 30

// load is Load with a directory that nobody else's guest is in.
func load(code []byte, kept string, l Limits) (*Program, error) {
	ctx := experimental.WithCompilationWorkers(context.Background(), 2)
	code, err := metered(code)
	if err != nil {
		return nil, fmt.Errorf("it is no guest: %w", err)
	}
	c := wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(l.Memory / page))
	if kept != "" {
		cache, err := wazero.NewCompilationCacheWithDir(kept)
		if err != nil {
			return nil, err
		}
		c = c.WithCompilationCache(cache)
	}
	p := &Program{runtime: wazero.NewRuntimeWithConfig(ctx, c), limits: l}
	wasi_snapshot_preview1.MustInstantiate(ctx, p.runtime)
	host := p.runtime.NewHostModuleBuilder(hostModule).NewFunctionBuilder().WithFunc(share).Export("shares").
		NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(look), nil, nil).Export(lookName)
	if _, err = host.Instantiate(ctx); err == nil {
		p.code, err = p.runtime.CompileModule(ctx, code)
	}
	if err != nil {
		p.Close()
		return nil, fmt.Errorf("it is no guest: %w", err)
	}
	return p, nil
}

// Close gives back what the Program has.
func (p *Program) Close() { _ = p.runtime.Close(context.Background()) }

// shared is the memory that a guest shares with its supervisor, within its own, which stays where it is.
type shared struct {
	at    atomic.Pointer[[]byte]
	place span
}

// span is a part of memory.
type span struct{ at, size uint32 }

type sharedKey struct{}

// share notes where that memory is.
func share(ctx context.Context, m api.Module, at, size uint32) {
	s, ok := ctx.Value(sharedKey{}).(*shared)
	if b, within := m.Memory().Read(at, size); ok && within && size == supervise.SharedBytes {
		s.at.Store(&b)
		s.place = span{at, size}
	}
}

// bytes are a copy of it, nil if there is none.
func (s *shared) bytes() []byte {
	if b := s.at.Load(); b != nil {
		return bytes.Clone(*b)
	}
	return nil
}

// running says how many steps the runs have made that are on their way.
func (s *shared) running() (steps uint64, running bool) {
	if b := s.at.Load(); b != nil {
		return runner.ReadSteps(*b)
	}
	return 0, false
}

// InTurns says whether the guest works in turns, so that it can be put back.
func (p *Program) InTurns() bool { return p.code.ExportedFunctions()[beginName] != nil }

// Run is what a guest is to do.
type Run struct {
	Args   []string // the first is its name
	Env    map[string]string
	In     io.Reader
	Out    io.Writer
	Errs   io.Writer
	Files  *Files
	Cancel <-chan struct{} // ends it; may be nil
	// GivesUp ends the guest as well, each time that it has something; it may be nil.
	GivesUp <-chan os.Signal
	// Back, unless nil, says of a guest that has ended whether it is put back to where it wanted to read In last, and what
	// was read since is forgotten. It is not asked where there is no picture of that.
	Back func(End) bool
}

// End is how a guest ended.
type End struct {
	Code    int    // crashed, with a Why, if Go's runtime may have said more
	Why     string // it was ended: what it did; "" if it ended by itself
	Shared  []byte // the memory that it shared; nil if it did not
	Written int64  // bytes of output
}

// crashed is the exit code of Go's runtime where a program crashes. In a library, which a guest is, it has an error of
// its code end the process in its place.
const crashed = 2

// errOutput is why a guest is ended that writes too much.
var errOutput = errors.New("output")

// Run runs the guest to its end.
func (p *Program) Run(r Run) End {
	l := &life{Program: p, Run: r, out: &bounded{left: p.limits.Output}}
	l.in = &input{r: cmp.Or[io.Reader](r.In, strings.NewReader(""))}
	for {
		if e := l.run(); !l.back(e) {
			e.Written = p.limits.Output - l.out.left
			return e
		}
	}
}

// ended says how a guest has ended.
func (p *Program) ended(err, cause error, s *shared) (e End) {
	e.Shared = s.bytes()
	var exited *sys.ExitError
	switch {
	case errors.As(cause, new(ended)):
		e.Why = cause.Error()
	case errors.Is(cause, errOutput):
		e.Why = fmt.Sprintf("has written more than %d MB", p.limits.Output>>20)
	case errors.As(err, &exited):
		e.Code = int(exited.ExitCode())
	case err != nil:
		what, _, _ := strings.Cut(err.Error(), "\n") // numbers of functions follow
		e.Code, e.Why = crashed, "has ended by an error of its code: "+what
	}
	return e
}

// hostModule is the module whose functions a machsim that is a guest imports.
const hostModule = "machsim"

// look ends a guest that is to be ended.
func look(ctx context.Context, m api.Module, _ []uint64) {
	if ctx.Err() != nil {
		_ = m.CloseWithExitCode(ctx, sys.ExitCodeContextCanceled)
		panic(sys.NewExitError(sys.ExitCodeContextCanceled))
	}
}
