//go:build !wasm

package share

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/launch"
	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/cmd/machsim/internal/workqueue"
)

// sharing is a command line that shares an exploration.
type sharing struct {
	*cli.Machsim
	in        io.Reader
	out, errs io.Writer
	values    map[string]string // of the flags that are about sharing
	words     []string          // the others
}

// Do does the command if it is one that shares an exploration.
func Do(m *cli.Machsim, args []string, in io.Reader, out, errs io.Writer) (done bool, err error) {
	if len(args) < 2 || args[0] != "explore" || m.User != nil || cli.IsHelp(args) {
		return false, nil
	}
	s := &sharing{Machsim: m, in: in, out: out, errs: errs}
	switch done, err = s.wanted(args); {
	case err != nil || !done:
		return false, err
	case m.Queue == nil:
		return true, s.instead(args)
	}
	ctx, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer end()
	if _, joins := s.values[joinFlag]; joins {
		return true, s.join(ctx)
	}
	return true, s.coordinate(ctx)
}

// instead gives the command to the machsim that has a queue.
func (s *sharing) instead(args []string) error {
	exe, err := userprog.BuildMany(func() { s.say("the machsim with NATS is built once, which takes a minute") }, s.errs)
	if err != nil {
		return launch.Unbuilt(err)
	}
	return supervise.Become(exe, append([]string{os.Args[0]}, args...))
}

// explorer finds or builds the machsim that explores what the words say.
func (s *sharing) explorer(words []string) (x executable, err error) {
	x = executable{Words: slices.Clone(words), Env: os.Environ()}
	w, ok := launch.PackageWanted(s.NewRoot(), words)
	if !ok {
		x.Path, err = os.Executable()
		return x, err
	}
	w.Hooks = cli.WantsHooks(words)
	b, err := launch.Build(s.Machsim, w, launch.Opener{Trusts: w.Trusts, In: s.in, Errs: s.errs})
	switch {
	case err != nil:
		return x, launch.Unbuilt(err)
	case w.Index > 0:
		x.Words[w.Index] = b.Program
	}
	x.Path, x.Env = b.Exe, append(x.Env, fmt.Sprintf("%s=%v", userprog.OutsideVariable, s.Outside))
	return x, nil
}

// wanted says whether a command line shares an exploration.
func (s *sharing) wanted(args []string) (bool, error) {
	s.values = map[string]string{}
	if err := s.read(args); err != nil {
		return false, err
	}
	_, coordinates := s.values[coordinateFlag]
	_, joins := s.values[joinFlag]
	if coordinates && joins {
		return false, errors.New("--coordinate and --join do not go together: one process hands the shards out, others " +
			"make them")
	}
	return coordinates || joins, nil
}

// read takes the flags about sharing out of the command line.
func (s *sharing) read(args []string) error {
	takes := map[string]bool{joinFlag: true, shardsFlag: true, silenceFlag: true, "workers": true, "output": true}
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		if args[i] == "-o" {
			name = "output"
		}
		switch {
		case args[i] == "--":
			s.words = append(s.words, args[i:]...)
			return nil
		case args[i] != "-o" && !strings.HasPrefix(args[i], "--"), !takes[name] && name != coordinateFlag:
			s.words = append(s.words, args[i])
			continue
		case takes[name] && !given && i+1 == len(args):
			return fmt.Errorf("--%s needs a value", name)
		case takes[name] && !given:
			i++
			value = args[i]
		}
		s.values[name] = value
	}
	return nil
}

// number returns the value of a flag that is a number above 0, or what is usual.
func (s *sharing) number(flag string, usual int) (int, error) {
	text, ok := s.values[flag]
	if !ok {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("--%s must be a number above 0, not %q", flag, text)
	}
	return n, nil
}

// silence returns after how long a worker that says nothing is taken for dead.
func (s *sharing) silence() (time.Duration, error) {
	text, ok := s.values[silenceFlag]
	if !ok {
		return workqueue.UsualSilence, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < time.Second/10 {
		return 0, fmt.Errorf("--silence must be a time such as 5s, and at least 100ms, not %q", text)
	}
	return d, nil
}

// say says something to the person at the terminal.
func (s *sharing) say(text string) { fmt.Fprintln(s.errs, "machsim: "+text) }
