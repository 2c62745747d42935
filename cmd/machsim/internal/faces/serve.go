//go:build !wasm

package faces

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/launch"
	"machsim/cmd/machsim/internal/source"
	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/serve"
	"machsim/debugger/face/shelf"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// serveCommand has the flags of the command serve.
type serveCommand struct {
	cli.Settings
	live   bool
	socket string // "" for the usual one
	listen string // "" for no port
	only   []string
	state  string // "" for the usual directory
	lists  bool
	json   bool
	link   string // with lists: where

	recordings *shelf.Shelf
	log        sync.Mutex
}

func NewServe(m *cli.Machsim) *cobra.Command {
	s := &serveCommand{Settings: m.Settings()}
	s.recordings = &shelf.Shelf{Analyses: source.Analysed(s.Machsim), Process: s.ThisProcess(), Opens: func(string) {}}
	c, f := m.Command(cli.Command{
		Use:   "serve [NAME=]PROGRAM|RECORDING ...",
		Short: "hold sessions that others join: one moves, all others look",
		Long: `serve opens runs as sessions with names, and lets others join them: at a prompt (machsim debug
--connect NAME), in a page (machsim web --connect NAME) or in an editor (machsim dap --connect
NAME). One moves; all others look: they follow, and ask. Without a NAME, a session is called
after its program or its file.

Its first lines say where it listens: at a socket of this user's alone and, with --listen, at a
port, over TLS, for whoever has the line: it has a token, by which machsim knows the guest, and
the fingerprint of a certificate, by which the guest knows machsim. The line that begins with
look is for those who only look.

Sessions are there again when machsim serve is started anew, also after kill -9, at their last
positions; without arguments it opens those. docs/SERVING.md tells more.`,
		Example: `  machsim serve bank=.machsim/bank-9.rec
  machsim serve philosophers --seed 7 --live
  machsim serve lesson=bank --seed 9 --listen :4700
  machsim serve --list`,
		Args: cobra.ArbitraryArgs, Run: s.run,
	})
	s.Register(f)
	s.RegisterKeep(f)
	f.BoolVar(&s.live, "live", false, "of programs: begin before event 1, and make the runs as far as one goes on in them")
	f.StringVar(&s.socket, "socket", "", "listen at the socket `PATH`, in a directory of this user's alone")
	f.StringVar(&s.listen, "listen", "", "listen at `ADDRESS` as well, for who has the line that is told")
	f.StringSliceVar(&s.only, "only", nil, "tell those who look the values of `TASKS` only, and of others names")
	f.StringVar(&s.state, "state", "", "keep in `DIR` which sessions there are, the tokens and the certificate")
	f.BoolVar(&s.lists, "list", false, "list the sessions of the machsim serve that runs")
	f.BoolVar(&s.json, "json", false, "with --list: print a JSON object for each")
	f.StringVar(&s.link, "link", "", "with --list: where that is, as of machsim debug")
	return c
}

func (s *serveCommand) run(c *cobra.Command, args []string) error {
	if s.lists {
		return s.list(c)
	}
	if err := s.Validate(c.Flags()); err != nil {
		return err
	}
	dir, err := s.stateDir()
	if err != nil {
		return err
	}
	book, kept, err := serve.OpenBook(dir)
	if err != nil {
		return cli.Wrong("%v", err)
	}
	x := serve.New(serve.Options{Version: cli.Version(), Log: s.logs(c.ErrOrStderr()), Book: book, Only: s.only})
	defer x.Close()
	doors, links, err := s.doors(dir)
	if err != nil {
		return err
	}
	defer closeAll(doors)
	if err := s.opens(c, x, args, book, kept); err != nil {
		return err
	}
	for _, l := range links {
		fmt.Fprintln(c.OutOrStdout(), l)
	}
	ctx, cancel := untilCancelled(s.Machsim)
	defer cancel()
	for _, name := range x.Names() {
		fmt.Fprintf(c.OutOrStdout(), "session %s\n", name)
	}
	if err = x.Serve(ctx, doors...); err != nil {
		err = cli.Wrong("sessions cannot be served: %v", err)
	}
	return afterServing(err)
}

// stateDir is the directory of what is kept, which is this user's alone.
func (s *serveCommand) stateDir() (string, error) {
	dir, err := s.state, error(nil)
	if dir == "" {
		if dir, err = usualState(); err != nil {
			return "", err
		}
	}
	if err := serve.Own(dir); err != nil {
		return "", cli.Wrong("--state: %v", err)
	}
	return dir, nil
}

// doors opens where guests come in, and tells the links that lead there; that of a port comes first.
func (s *serveCommand) doors(dir string) (doors []serve.Door, links []string, err error) {
	if s.listen != "" {
		id, err := serve.IdentityIn(dir)
		if err != nil {
			return nil, nil, cli.Wrong("--listen: %v", err)
		}
		config, err := id.TLS()
		if err != nil {
			return nil, nil, cli.Wrong("--listen: %v", err)
		}
		l, err := net.Listen("tcp", s.listen)
		if err != nil {
			return nil, nil, cli.Wrong("--listen: %v", err)
		}
		doors = append(doors, serve.Door{Listener: tls.NewListener(l, config), Moves: id.Moves, Looks: id.Looks})
		link := serve.Link{Network: "tcp", Address: l.Addr().String(), Token: id.Moves, Certificate: id.Fingerprint()}
		looks := link
		looks.Token = id.Looks
		links = append(links, link.String(), "look "+looks.String())
	}
	path := s.socket
	if path == "" {
		if path, err = usualSocket(); err != nil {
			return doors, nil, err
		}
	}
	l, err := serve.Listen(path)
	if err != nil {
		closeAll(doors)
		return nil, nil, cli.Wrong("--socket: %v", err)
	}
	return append(doors, serve.Door{Listener: l}), append(links, serve.Link{Network: "unix", Address: path}.String()), nil
}

func closeAll(doors []serve.Door) {
	for _, d := range doors {
		d.Listener.Close()
	}
}

// logs returns what tells of guests, with the time.
func (s *serveCommand) logs(w io.Writer) func(string, ...any) {
	return func(format string, args ...any) {
		s.log.Lock()
		defer s.log.Unlock()
		fmt.Fprintf(w, "%s %s\n", time.Now().Format(time.TimeOnly), quote.Line(fmt.Sprintf(format, args...)))
	}
}

// opens opens the sessions that are wanted, and those that were there the last time.
func (s *serveCommand) opens(c *cobra.Command, x *serve.Server, args []string, book *serve.Book,
	kept []serve.Kept) error {
	taken := map[string]bool{}
	for _, word := range args {
		name, what := launch.NameOf(word)
		d, file, err := s.session(c, what)
		if err != nil {
			return err
		}
		at := ""
		for _, k := range kept {
			if k.Name == name && cli.SameFile(k.File, file) {
				at = k.Position
			}
		}
		taken[name] = true
		if err := s.adds(x, name, d, file, at); err != nil {
			d.Close()
			return cli.Wrong("%v", err)
		}
	}
	for _, k := range kept {
		if taken[k.Name] {
			continue
		}
		d, file, err := s.recording(c, k.File)
		if err != nil {
			cli.Warn(c, "the session %s is not there again: %v", k.Name, err)
			book.Holds(k)
			continue
		}
		if err := s.adds(x, k.Name, d, file, k.Position); err != nil {
			d.Close()
			return cli.Wrong("%v", err)
		}
	}
	if len(x.Names()) == 0 {
		return cli.Wrong("serve needs the name of a program, or the file of a recording; machsim run leaves recordings in %s",
			study.Directory)
	}
	return nil
}

// adds adds a session that stands at a position.
func (s *serveCommand) adds(x *serve.Server, name string, d *debugger.Debugger, file, at string) error {
	tasks, err := d.Names(context.Background(), debugger.Tasks)
	if err != nil {
		return err
	}
	for _, task := range s.only {
		if !slices.Contains(tasks, task) {
			return fmt.Errorf("--only: session %s has no task %q%s", name, task, text.Meant(task, tasks))
		}
	}
	if at != "" {
		if err := cli.MoveTo(context.Background(), d, at); err != nil {
			at = "" // it stands at its end
		}
	}
	return x.Add(name, d, file)
}

// session opens what a word names.
func (s *serveCommand) session(c *cobra.Command, what string) (*debugger.Debugger, string, error) {
	p := s.FindProgram(what)
	switch {
	case p == nil && cli.IsFile(what):
		return s.recording(c, what)
	case p == nil:
		return nil, "", s.NoSuchProgram(what)
	}
	s.Settings.Args = nil
	s.SeedUnlessGiven(c.Flags())
	s.Completes(c)
	s.Input = strings.NewReader("")
	of, err := study.Open(p, s.Options)
	if err != nil {
		return nil, "", err
	}
	ctx, done := s.UntilInterrupt()
	defer done()
	if s.live {
		d, err := of.Live(ctx, s.Opening(c, debugger.Source{}, s.debugging()))
		if err != nil {
			return nil, "", err
		}
		r, err := d.Run(ctx)
		return d, r.File, err
	}
	run, err := of.Run(ctx, kernel.Tracer{})
	if err != nil {
		return nil, "", err
	}
	defer run.Close()
	if run.Err != nil {
		return nil, "", run.Err
	}
	if run.Setup.Recording == "" {
		return nil, "", errors.New("the run is in no file")
	}
	return s.recording(c, run.Setup.Recording)
}

// recording opens a recording.
func (s *serveCommand) recording(c *cobra.Command, path string) (*debugger.Debugger, string, error) {
	rec, err := study.Read(path)
	if err != nil {
		return nil, "", err
	}
	p, err := s.ThisProcess().ProgramOf(rec, path)
	if err != nil {
		return nil, "", err
	}
	d, err := s.OpenSource(c, debugger.Source{Recording: rec, Program: p, File: path}, s.debugging())
	return d, path, err
}

// debugging is how the runs of sessions are looked at: guests write files below this directory, and nowhere else.
func (s *serveCommand) debugging() debugger.Options {
	return debugger.Options{Program: s.FindProgram, Read: s.recordings.Read, Write: s.recordings.Write,
		ForkFile: study.ForkFile, Keep: true}
}

// list lists the sessions of the server that runs.
func (s *serveCommand) list(c *cobra.Command) error {
	l, err := s.linkThere()
	if err != nil {
		return err
	}
	all, err := l.Sessions(context.Background())
	if err != nil {
		return refused(err)
	}
	for _, a := range all {
		if s.json {
			if err := json.NewEncoder(c.OutOrStdout()).Encode(a); err != nil {
				return err
			}
			continue
		}
		who := "nobody moves"
		if a.Moves != "" {
			who = a.Moves + " moves"
		}
		fmt.Fprintf(c.OutOrStdout(), "%s  %s seed %d  at %s  guests %d, %s  %s\n", a.Name, a.Program, a.Seed, a.Position,
			a.Guests, who, quote.Line(a.Ended))
	}
	return nil
}

func (s *serveCommand) linkThere() (serve.Link, error) {
	if s.link == "" && s.socket != "" {
		return serve.Link{Network: "unix", Address: s.socket}, nil
	}
	return linkIn(s.link)
}
