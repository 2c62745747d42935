//go:build !wasm

package faces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/face/serve"
	"machsim/debugger/face/web"
	"machsim/ipc/quote"
)

// joining has the flags of commands that join a session of machsim serve.
type joining struct {
	session  string
	link     string // a file, "" for the socket of this user
	as       string
	takeOver bool
	look     bool
}

// register adds the flags to those of a command; run is what it does then.
func (j *joining) register(c *cobra.Command, f *pflag.FlagSet, run func(*cobra.Command) error) {
	f.StringVar(&j.session, cli.ConnectFlag, "", "join the session `NAME` of machsim serve")
	f.StringVar(&j.link, "link", "", "where that is: a `FILE` with the line that machsim serve tells; "+
		"else this user's socket")
	f.StringVar(&j.as, "as", "", "the `NAME` that others there see; else that of this user")
	f.BoolVar(&j.takeOver, "take-over", false, "move there, in place of who does")
	f.BoolVar(&j.look, "look", false, "only look there, unless one is let move")
	other := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case !j.wanted():
			return other(c, args)
		case len(args) > 0:
			return cli.Wrong("--%s and %q do not go together: the session says what it is about", cli.ConnectFlag, args[0])
		case j.takeOver && j.look:
			return cli.Wrong("--take-over and --look do not go together")
		}
		return run(c)
	}
}

func (j *joining) wanted() bool { return j.session != "" }

// stray says that a flag is about a session of a server, and that none is joined.
func (j *joining) stray(f *pflag.FlagSet) error {
	if name := cli.Given(f, []string{"link", "as", "take-over", "look"}); name != "" && !j.wanted() {
		return cli.Wrong("--%s is about a session of machsim serve: name that, too, by --%s NAME", name, cli.ConnectFlag)
	}
	return nil
}

// wish is what is asked of the server.
func (j *joining) wish(face string) serve.Wish {
	return serve.Wish{Session: j.session, As: guestName(j.as), Face: face, TakeOver: j.takeOver, Look: j.look}
}

// guestName is how a guest is called who has not said so.
func guestName(as string) string {
	if as != "" {
		return as
	}
	name := os.Getenv("USER")
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	if name = strings.Trim(quote.Name(name[strings.LastIndexByte(name, '\\')+1:]), "-."); name == "" {
		return "guest"
	}
	return name
}

// linkIn returns the link that a file tells, or that to the socket of this user.
func linkIn(file string) (l serve.Link, err error) {
	if file == "" {
		path, err := usualSocket()
		return serve.Link{Network: "unix", Address: path}, err
	}
	text, err := os.ReadFile(file)
	if err == nil {
		l, err = serve.ParseLink(string(text))
	}
	if err != nil {
		return l, cli.Wrong("--link: %v", err)
	}
	return l, nil
}

// usualSocket is where machsim serve listens if nothing else is said.
func usualSocket() (string, error) {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "machsim", "serve.sock"), nil
	}
	dir, err := usualState()
	return filepath.Join(dir, "serve.sock"), err
}

// usualState is the directory of what machsim serve keeps.
func usualState() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "machsim", "serve"), nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", cli.Wrong("there is no directory for what machsim serve keeps: %v", err)
	}
	return filepath.Join(dir, "machsim", "serve"), nil
}

// refused is how a command ends that was not let in.
func refused(err error) error {
	if errors.Is(err, serve.ErrAway) {
		return cli.FailedBy(fmt.Errorf("%w; machsim serve starts one", err))
	}
	return cli.FailedBy(err)
}

// How long a guest waits for a server to come back, and how often it asks.
const (
	awayAtMost = 30 * time.Second
	askAgain   = 200 * time.Millisecond
)

// rejoin joins again, once the server is back.
func rejoin(ctx context.Context, l serve.Link, w serve.Wish, most time.Duration) (*serve.Seat, error) {
	for began := time.Now(); ; {
		s, err := l.Join(ctx, w)
		if err == nil || !errors.Is(err, serve.ErrAway) || ctx.Err() != nil || most > 0 && time.Since(began) > most {
			return s, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(askAgain):
		}
	}
}

// joinsPage shows the page of a session, also after its server was started anew.
func (w *webCommand) joinsPage(c *cobra.Command) error {
	l, err := linkIn(w.join.link)
	if err != nil {
		return err
	}
	ctx, cancel := untilCancelled(w.Machsim)
	defer cancel()
	wish := w.join.wish(serve.Page)
	first, err := l.Join(ctx, wish)
	if err != nil {
		return refused(err)
	}
	var seat atomic.Pointer[serve.Seat]
	seat.Store(first)
	s, err := web.Of(http.Handler(l.Page(seat.Load)), web.Options{Port: w.port})
	if err != nil {
		return cli.Wrong("the page cannot be served: %v", err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s\n", s.URL())
	if !w.noBrowser {
		cli.Browse(s.URL())
	}
	go func() {
		defer cancel()
		for err := error(nil); err == nil; {
			s := seat.Load()
			stop := context.AfterFunc(ctx, func() { s.Close() })
			_, _ = io.Copy(io.Discard, s)
			stop()
			wish.TakeOver, wish.As = false, s.Name
			if s, err = rejoin(ctx, l, wish, 0); err == nil {
				seat.Store(s)
			}
		}
	}()
	if err := s.Serve(ctx); err != nil {
		return cli.Wrong("the page cannot be served: %v", err)
	}
	return nil
}

// untilCancelled is UntilInterrupt with a context that can be ended.
func untilCancelled(m *cli.Machsim) (context.Context, func()) {
	ctx, done := m.UntilInterrupt()
	ctx, cancel := context.WithCancel(ctx)
	return ctx, sync.OnceFunc(func() { cancel(); done() })
}
