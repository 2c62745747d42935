// Package share is the command explore for many machines. An exploration is shared by a coordinator, which hands out
// its shards, and workers. Neither runs programs: each shard is made by a process of its own, of the machsim that
// has the program. So the two need no supervisor, and are no commands that cobra runs: the flags of the program are
// known to the other processes alone.
package share

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/workqueue"
)

// Flags of explore for many machines.
const (
	coordinateFlag = "coordinate"
	joinFlag       = "join"
	shardsFlag     = "shards"
	silenceFlag    = "silence"
)

// Register adds these flags, for help and completion.
func Register(f *pflag.FlagSet) {
	f.String(coordinateFlag, "", "let workers make the runs, which join at `ADDRESS`: HOST:PORT, or the URL of a NATS "+
		"server (default a port of this machine alone)")
	f.Lookup(coordinateFlag).NoOptDefVal = "127.0.0.1:0"
	f.Lookup(coordinateFlag).DefValue = ""
	f.String(joinFlag, "", "work for the coordinator at `URL`, or at that in a file")
	f.Int(shardsFlag, 0, "divide the runs of --coordinate into `N` shards (default by the number of runs)")
	f.Duration(silenceFlag, workqueue.UsualSilence,
		"give the shards of a worker to others that has been silent for `TIME`")
}

// Sharing is a command line that shares an exploration.
type Sharing struct {
	Queue workqueue.Queue
	// Build finds or builds the machsim that explores what the words of a command line say.
	Build func(words []string) (Executable, error)
	Out   io.Writer
	Errs  io.Writer

	values map[string]string // of the flags that are about sharing
	words  []string          // the others
}

// Exit is the error of a command that ends as another process did, which has told why.
type Exit int

func (Exit) Error() string { return "" }

// Wanted says whether a command line shares an exploration.
func (s *Sharing) Wanted(args []string) (bool, error) {
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

// Do does the command.
func (s *Sharing) Do() error {
	ctx, done := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer done()
	if _, joins := s.values[joinFlag]; joins {
		return s.join(ctx)
	}
	return s.coordinate(ctx)
}

// read takes the flags about sharing out of the command line.
func (s *Sharing) read(args []string) error {
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
func (s *Sharing) number(flag string, usual int) (int, error) {
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
func (s *Sharing) silence() (time.Duration, error) {
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

// slots returns how many shards a worker makes at once.
func (s *Sharing) slots() (int, error) { return s.number("workers", runtime.NumCPU()) }

// say says something to the person at the terminal.
func (s *Sharing) say(text string) { fmt.Fprintln(s.Errs, "machsim: "+text) }
