//go:build !wasm

// Package guest does commands in a machsim that runs in a sandbox, and puts such a machsim into capsules.
package guest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/capsule"
	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/launch"
	"machsim/cmd/machsim/internal/sandbox"
	"machsim/cmd/machsim/internal/supervise"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/data/sqlafar"
	"machsim/debugger/record"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// Do does the command if its program is to be a guest, or is one in a capsule.
func Do(m *cli.Machsim, args []string, in io.Reader, out, errs io.Writer) (done bool, err error) {
	if files := capsulesWanted(args); files != nil {
		return true, openCapsules(m, args, files, in, out, errs)
	}
	packs := len(args) > 0 && args[0] == "run" && flagged(args, cli.CapsuleFlag)
	if m.User != nil || !packs && !flagged(args, cli.SandboxFlag) || cli.IsHelp(args) {
		return false, nil
	}
	args = slices.DeleteFunc(slices.Clone(args), func(word string) bool {
		return word == "--"+cli.SandboxFlag || packs && word == "--"+cli.CapsuleFlag
	})
	w, ok := launch.PackageWanted(m.NewRoot(), args)
	if w.File != "" {
		return true, cli.Wrong("--%s is for making runs; to look at a recording, put it in a capsule: machsim capsule %s",
			cli.SandboxFlag, w.File)
	}
	g := &visitor{args: args, in: in, out: out, errs: errs, packs: packs}
	if err := g.build(w, ok); err != nil {
		return true, err
	}
	if err := g.load(); err != nil {
		return true, err
	}
	defer g.program.Close()
	if ok {
		if err := g.choose(w); err != nil {
			return true, err
		}
	}
	return true, asGuest(m, g)
}

// flagged says whether a command line has a flag that takes no value.
func flagged(args []string, name string) bool {
	i, end := slices.Index(args, "--"+name), slices.Index(args, "--")
	return i >= 0 && (end < 0 || i < end)
}

// visitor is a machsim that does a command as a guest.
type visitor struct {
	args      []string
	in        io.Reader
	out, errs io.Writer
	code      []byte
	path      string   // of the package whose programs it has, "" for the samples
	packs     bool     // it puts what it records into capsules
	capsules  []string // the files that the guest was in; none if it was built
	terminal  string   // columns x lines, "" if it has none
	program   *sandbox.Program
	files     *sandbox.Files
	cancel    <-chan struct{} // ends it; nil for Ctrl-C
	queries   sqlafar.Work    // that are answered for it
	notes     notes           // that it keeps beside the capsule
	derived   func()          // keeps what it has derived; nil for nothing
	asker     asker           // who asks it for one thing after the other; nil for nobody
}

// build builds the guest that a command line wants.
func (g *visitor) build(w launch.Wanted, ok bool) error {
	var file string
	shown := term.NewWaiting(g.errs, "building the program as a guest; the first time that takes minutes")
	defer shown.End()
	if ok {
		p, _, err := w.Find(launch.Opener{Trusts: w.Trusts, In: g.in, Errs: g.errs})
		if err != nil {
			return err
		}
		g.path = p.Path
		if file, _, err = p.BuildGuest(".", shown.Output()); err != nil {
			return launch.Unbuilt(err)
		}
	} else {
		var err error
		if file, err = userprog.SampleGuest(shown.Output()); err != nil {
			return launch.Unbuilt(err)
		}
	}
	var err error
	g.code, err = os.ReadFile(file)
	return err
}

// load translates the guest's code, or takes it as it was translated before.
func (g *visitor) load() (err error) {
	kept, err := userprog.Directory("translated")
	if err != nil {
		kept = ""
	}
	shown := term.NewWaiting(g.errs, "translating the guest")
	g.program, err = sandbox.Load(g.code, kept, g.limits())
	shown.End()
	return err
}

// headroom is how much memory a guest may have beyond what its command line lets a run take.
const headroom = 512 << 20

// limits are those of the guest: the usual ones, moved by the flags that say what a run may take.
func (g *visitor) limits() sandbox.Limits {
	l, megabytes := sandbox.Usual, uint64(0)
	f := someFlags()
	f.DurationVar(&l.Loop, "loop-limit", l.Loop, "")
	f.Uint64Var(&megabytes, "max-memory", 0, "")
	_ = f.Parse(g.args) // what is wrong with them the guest says
	if megabytes > 0 {
		l.Memory = min(int64(min(megabytes, sandbox.MostMemory>>20))<<20+headroom, sandbox.MostMemory)
	}
	if l.Loop <= 0 {
		l.Loop = sandbox.Usual.Loop
	}
	return l
}

// ask asks the guest a question instead of having it do a command. Why is what it did that it was ended, if it was.
func (g *visitor) ask(question string, in []byte) (answer, why string) {
	var out bytes.Buffer
	asked := map[string]string{userprog.Asking: question}
	e := g.program.Run(sandbox.Run{Args: g.words(nil), Env: asked, In: bytes.NewReader(in), Out: &out,
		Errs: io.Discard, Files: sandbox.NewFiles("/", 0)})
	return out.String(), e.Why
}

func (g *visitor) words(args []string) []string { return append([]string{"machsim"}, args...) }

// choose puts the name of the program that is meant in the place of the package.
func (g *visitor) choose(w launch.Wanted) error {
	text, why := g.ask(userprog.AboutPrograms, nil)
	all, err := userprog.ReadDeclared(text)
	if err != nil {
		return cli.Wrong("package %s does not say which programs it has: it %s when it is initialised", g.path,
			cmp.Or(why, "ends"))
	}
	_, which := userprog.SplitWord(w.Word)
	name, err := userprog.Choose(w.Shown(nil), g.path, all, which)
	if err == nil {
		g.args[w.Index] = w.Prefix + name
	}
	return err
}

// asGuest has a guest do the command.
func asGuest(m *cli.Machsim, g *visitor) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	if g.files == nil {
		g.files = sandbox.NewFiles(here, sandbox.Usual.Files)
	}
	g.give(here)
	if m.Queries != nil {
		room := sqlafar.Usual
		room.Work = &g.queries
		g.files.Answer(sqlafar.File, func(ctx context.Context) sandbox.Talk {
			if a := sqlafar.Answer(ctx, m.Queries, &room); a != nil {
				return a
			}
			return nil
		})
	}
	given := g.files.Contents()
	defer g.keep(given)
	out, outEnds := onTerminal(g.out, g.terminal != "" || term.IsTerminal(g.out))
	errs, errsEnd := onTerminal(g.errs, term.IsTerminal(g.errs))
	held := &supervise.Sieve{To: errs} // what a report of Go's runtime says is told in a sentence
	run := sandbox.Run{Args: g.words(g.args), In: g.in, Out: out, Errs: held, Files: g.files,
		Cancel: g.cancel,
		Env:    map[string]string{"PWD": here, term.Told: g.terminal, userprog.CacheVariable: cached}}
	if len(g.capsules) > 0 {
		run.Env[cli.CapsuleVariable] = "1"
	}
	switch {
	case g.asker != nil && g.program.InTurns():
		run.GivesUp = g.asker.givesUp(m)
		run.Back = func(e sandbox.End) bool {
			why := lost(e, held)
			if why != "" {
				g.asker.back(why)
			}
			return why != ""
		}
	case g.cancel == nil:
		interrupted, done := g.interrupted(m)
		defer done()
		run.Cancel = interrupted
	}
	end := g.program.Run(run)
	outEnds()
	errsEnd()
	if g.derived != nil {
		g.derived()
	}
	saved, err := g.save(here, given)
	if err != nil {
		return err
	}
	ended := m.After(g.told(end, held, here, saved))
	return cmp.Or(g.packAll(here, saved), ended)
}

// packAll makes a capsule of each recording that was saved, if that is wanted.
func (g *visitor) packAll(here string, saved []string) error {
	for _, file := range saved {
		rec, to := study.Peek(file), capsuleOf(g.typed(here, file))
		if !g.packs || rec == nil {
			continue
		}
		if err := unlinked(to); err != nil {
			return err
		}
		x, err := g.pack(rec, to)
		if err != nil {
			return err
		}
		fmt.Fprint(g.errs, x)
	}
	return nil
}

// interrupted returns a channel that is closed at the first Ctrl-C that gives up no query, at the second in any case.
// The caller calls done when the guest has ended.
func (g *visitor) interrupted(m *cli.Machsim) (stop <-chan struct{}, done func()) {
	caught, forget := m.Supervisor.Interrupted()
	closed, over := make(chan struct{}), make(chan struct{})
	var waiting sync.WaitGroup
	waiting.Go(func() {
		for again := false; ; again = true {
			select {
			case <-over:
				return
			case <-caught:
			}
			if g.queries.GiveUp() == 0 || again {
				close(closed)
				return
			}
			caught, forget = m.Supervisor.Interrupted()
		}
	})
	return closed, func() {
		close(over)
		waiting.Wait()
		forget()
	}
}

// told returns how the guest has ended, as after another process. What a recorder had not written yet is completed in
// the recording, if that was saved.
func (g *visitor) told(end sandbox.End, held *supervise.Sieve, here string, saved []string) (int, error) {
	told := g.files.Get(supervise.TellFile)
	left := supervise.Guest{
		Code: end.Code, Why: end.Why, Told: told, Errors: held.Kept(), Memory: end.Shared,
		Read: func(memory []byte) []study.Footprint {
			text, _ := g.ask(userprog.AboutFootprints, memory)
			return userprog.ReadFootprints(text)
		},
		Saved: func(file string) bool { return slices.Contains(saved, absolute(here, file)) },
	}
	code, err := left.Exit()
	if !errors.As(err, new(*supervise.Exit)) {
		held.Release()
	}
	if err == nil && code != cli.ExitOK && end.Written == 0 {
		err = fmt.Errorf("the program has ended with exit code %d and said nothing: it may have closed its output", code)
	}
	return code, err
}

func absolute(here, file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(here, file)
}

// typed is what a file is called on the command line; where a command puts it by itself, as from here.
func (g *visitor) typed(here, file string) string {
	for _, name := range named(g.args) {
		if absolute(here, name) == file {
			return name
		}
	}
	if rel, err := filepath.Rel(here, file); err == nil {
		return rel
	}
	return file
}

// mostGiven is how large a file may be that a guest is given.
const mostGiven = 64 << 20

// give gives the guest the files that its command line names, and the recordings of its programs, beside which it
// records.
func (g *visitor) give(here string) {
	var names []string
	if len(g.capsules) == 0 {
		names, _ = filepath.Glob(filepath.Join(study.Directory, "*.rec"))
	}
	for _, name := range append(names, named(g.args)...) {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > mostGiven ||
			slices.Contains(g.capsules, absolute(here, name)) {
			continue
		}
		if g.output(here, absolute(here, name)) && capsule.Is(name) {
			continue // the guest writes no recording over it; the one that it makes gets into it (leave)
		}
		if filepath.Ext(name) == ".rec" && filepath.Dir(name) == study.Directory && !g.owns(name) {
			continue
		}
		if data, err := study.ReadFile(name); err == nil && len(data) <= mostGiven {
			g.files.Put(absolute(here, name), data)
		}
	}
}

// owns says whether a recording is of a program of the guest.
func (g *visitor) owns(file string) bool {
	rec := study.Peek(file)
	return rec != nil && rec.Package.Path == g.path
}

// save writes what the guest has written and a person wants: the file that the command line says is for output, and
// recordings where a command puts them. What one that was ended has left in several files is in one then.
func (g *visitor) save(here string, given map[string]string) (saved []string, err error) {
	for _, name := range g.files.Names() {
		data, asked := g.files.Get(name), g.output(here, name)
		if !asked && !g.records(here, name, data) {
			continue
		}
		data = record.InOne(name, g.files.Names(), g.files.Get)
		if old, there := given[name]; there && old == string(data) {
			continue
		}
		if err := g.leave(name, data, asked); err != nil {
			return saved, err
		}
		saved = append(saved, name)
	}
	return saved, nil
}

// recorders are the commands that write a recording into the file that is for output.
var recorders = []string{"run", "cause", "shrink"}

// unlinked refuses to write by itself through a link, which a package may have brought in place of a file or of the
// directory of recordings, or into a device.
func unlinked(name string) error {
	dir := filepath.Dir(name)
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() && filepath.Base(dir) == study.Directory {
		return fmt.Errorf("%s is no directory, or a link to one, and the program is not trusted: only --output writes there",
			quote.Line(dir))
	}
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file: only --output writes there", quote.Line(name))
	}
	return nil
}

// leave writes a file of the guest's, which the command line asks for, or which a command writes by itself. What a
// guest makes of a capsule is one with the same guest.
func (g *visitor) leave(name string, data []byte, asked bool) (err error) {
	var rec *record.Recording // that is to be in a capsule
	if len(g.capsules) > 0 {
		rec = study.Glance(data)
	}
	if !asked {
		err = unlinked(name)
	}
	switch {
	case err != nil:
		return err
	case slices.Contains(g.capsules, name) && rec == nil:
		return cli.Wrong("%s is the capsule itself: --output must be another file", quote.Line(name))
	case rec != nil && (!asked || filepath.Ext(name) == record.CapsuleEnd || capsule.Is(name)):
		_, err = g.pack(rec, name)
		return err
	case asked && !slices.Contains(recorders, g.args[0]):
		return study.Write(name, data)
	}
	return study.Save(name, data)
}

// records says whether a file is a recording where a command puts it: beside the capsule that the guest came in, else
// in the directory of recordings. Beside a capsule whose name does not end as that of one, and in guests that were made
// earlier, its name ends with .rec.
func (g *visitor) records(here, name string, data []byte) bool {
	if len(g.capsules) > 0 {
		word, first := map[string]string{"cause": "well", "shrink": "shrunk"}[g.args[0]], g.capsules[0]
		return word != "" && (name == record.Beside(first, word) || name == first+"-"+word+".rec") &&
			study.Glance(data) != nil
	}
	if filepath.Dir(name) != filepath.Join(here, study.Directory) || filepath.Ext(name) != ".rec" {
		return false
	}
	h := study.Header(data)
	return h != nil && h.Package.Path == g.path
}

// output says whether the command line says that a file is for output.
func (g *visitor) output(here, file string) bool {
	name, _, _ := outputOf(g.args)
	return name != "" && absolute(here, name) == file
}

// outputOf returns the file that a command line says is for output, "" if there is none, and the script that it says is
// to be obeyed, in whatever way that is written. next says that the output is the word after these.
func outputOf(args []string) (output, script string, next bool) {
	f := someFlags()
	f.StringVarP(&output, "output", "o", "", "")
	f.StringVarP(&script, "execute", "x", "", "")
	f.StringArray("param", nil, "") // whose value may look like a flag
	var without *pflag.ValueRequiredError
	return output, script, errors.As(f.Parse(args), &without) && without.GetFlag().Name == "output"
}

// someFlags are for flags that are read from among others, of which the guest says what is wrong with them.
func someFlags() *pflag.FlagSet {
	f := pflag.NewFlagSet("guest", pflag.ContinueOnError)
	f.ParseErrorsAllowlist.UnknownFlags = true
	f.Usage = func() {}
	return f
}

// named are the words of a command line that may be names of files.
func named(args []string) (names []string) {
	for _, word := range args {
		_, value, _ := strings.Cut(word, "=")
		names = append(names, word, value)
	}
	output, script, _ := outputOf(args)
	return append(names, output, script)
}
