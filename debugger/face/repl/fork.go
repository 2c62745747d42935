package repl

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
)

// run makes a fork that continues from here by another seed, and enters it.
func (p *Prompt) run(words []string) error {
	var f debugger.Fork
	if len(words) == 1 {
		seed, err := strconv.ParseUint(words[0], 10, 64)
		if err != nil {
			return p.noSeed(words[0])
		}
		f.Seed = &seed
	}
	return p.fork(f)
}

func (p *Prompt) noSeed(word string) error {
	unused, err := p.d.UnusedSeed(p.a.Ctx)
	if err != nil {
		return err
	}
	return fmt.Errorf("%q is no seed: type run, or run and a number, as in run %d", word, unused)
}

// choose makes a fork in which a thread goes next, and enters it.
func (p *Prompt) choose(words []string) error {
	var f debugger.Fork
	if len(words) == 0 {
		return p.choices()
	}
	if last := len(words) - 1; last > 0 {
		if seed, err := strconv.ParseUint(words[last], 10, 64); err == nil {
			f.Seed, words = &seed, words[:last]
		}
	}
	f.Next = strings.Join(words, " ")
	return p.fork(f)
}

// choices lists who can go next.
func (p *Prompt) choices() error {
	t := answer.NewTable(">n", "goes next", "with", "source")
	return answer.List(&p.a, "nobody can go next here", t, p.d.Choices, func(c debugger.Choice) []string {
		return []string{strconv.Itoa(c.Number), c.Who, c.What, cmp.Or(c.Source, "-")}
	})
}

// change makes a fork that begins with a change, and enters it.
func (p *Prompt) change(c debugger.Change) error { return p.fork(debugger.Fork{Change: c}) }

// fork makes a fork, and describes it.
func (p *Prompt) fork(f debugger.Fork) error {
	r, err := p.d.Fork(p.a.Ctx, f)
	if err != nil {
		return err
	}
	if r.Parent == "" {
		p.a.Printf("%s, here and now\n", r.Change)
		return p.stand()
	}
	p.a.Printf("%s: %s, then %s\n", r.Name, origin(r), how(r))
	if r.Along {
		p.a.Printf("it ends after event %d: %s\n", r.Events, r.Ended)
	}
	if r.Number == 1 {
		p.a.Printf("parent goes back, forks lists the forks, save keeps this one\n")
	}
	return p.entered(r, nil)
}

// origin says which events a fork has in common with its parent.
func origin(r debugger.Run) string {
	if r.Reordered {
		return fmt.Sprintf("the %d events of %s that the position held", r.At, r.Parent)
	}
	return fmt.Sprintf("as %s up to event %d", r.Parent, r.At)
}

// how says what a fork does differently.
func how(r debugger.Run) string {
	switch {
	case r.Along:
		return fmt.Sprintf("%s; on as recorded as far as that fits, then by seed %d", r.Change, r.Seed)
	case r.Next == "" && r.Change != "":
		return fmt.Sprintf("%s; on by seed %d", r.Change, r.Seed)
	case r.Next == "":
		return fmt.Sprintf("by seed %d", r.Seed)
	}
	return fmt.Sprintf("%s goes next, then by seed %d", r.Next, r.Seed)
}

// entered prints the position in a run that was entered.
func (p *Prompt) entered(r debugger.Run, err error) error {
	if err != nil {
		return err
	}
	p.again = ""
	p.a.Printf("%s, ", r.Name)
	return p.stand()
}

// toParent returns to the run that the present fork was made from.
func (p *Prompt) toParent([]string) error { return p.entered(p.d.Parent(p.a.Ctx)) }

// toFork enters a fork.
func (p *Prompt) toFork(words []string) error {
	n, err := p.d.FindFork(p.a.Ctx, words[0])
	if err != nil {
		return err
	}
	return p.entered(p.d.Enter(p.a.Ctx, n))
}

// closeFork closes a fork: the one with a number, or the present one.
func (p *Prompt) closeFork(words []string) error {
	r, err := p.d.Run(p.a.Ctx)
	if err != nil {
		return err
	}
	if len(words) == 1 {
		if r.Number, err = p.d.FindFork(p.a.Ctx, words[0]); err != nil {
			return err
		}
	}
	if r, err = p.d.CloseRun(p.a.Ctx, r.Number); err != nil {
		return err
	}
	saved := ""
	if r.File != "" {
		saved = "; it is saved in " + r.File
	}
	p.a.Printf("%s is closed%s\n", r.Name, saved)
	if r.Present {
		return p.entered(p.d.Run(p.a.Ctx))
	}
	return nil
}

// listForks lists the recording and its open forks.
func (p *Prompt) listForks([]string) error {
	all, err := p.d.Forks(p.a.Ctx)
	if err != nil {
		return err
	}
	t := answer.NewTable("", "fork", "made from", ">after", "change", ">seed", ">events", "ended", "saved in")
	for _, r := range all {
		t.Add(mark(r.Present, "*"), r.Name, r.Parent, fmt.Sprint(r.At), r.Change, fmt.Sprint(r.Seed), fmt.Sprint(r.Events),
			r.Ended, r.File)
		t.Link(3, text.Link{}) // it is an event of both runs
		t.Link(1, text.Link{Kind: "fork", Name: strconv.Itoa(r.Number)})
	}
	p.a.TableOr("there are no forks yet: run makes one here, choose THREAD one in which that thread goes next", t)
	return nil
}

// save writes the recording of a fork into a file.
func (p *Prompt) save(words []string) error {
	r, err := p.d.Save(p.a.Ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	replay := r.File
	if p.o.Replay != nil {
		replay = p.o.Replay(r.File)
	}
	p.a.Printf("%s is saved: %s\n", r.Name, replay)
	return nil
}

// forkNumbers completes the numbers of forks that can be entered.
var forkNumbers = listed((*debugger.Debugger).Forks, func(r debugger.Run) string { return strconv.Itoa(r.Number) })
