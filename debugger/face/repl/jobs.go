package repl

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/input"
)

const aboutJobs = `A command that takes longer than the patience of the prompt, 10 seconds for a person (set
patience), goes on beside it as a job, with a number (Cooper 8.10). Meanwhile the prompt obeys
what needs no run: jobs, join, cancel, who, let, take and quit. What the job says is shown when
it has ended: before the next command, or by join. cancel gives it up, as Ctrl-C does before.`

// UsualPatience is how long a person waits for a command.
const UsualPatience = 10 * time.Second

// job is a command at work. It goes on beside the prompt once it has a number.
type job struct {
	n      int
	line   string
	began  time.Time
	cancel func()
	parent func() bool   // separates it from the context that it was begun with
	ended  chan struct{} // closed when it has
	err    error         // valid then
	shown  bool          // it was said what came of it
	beside atomic.Bool   // it has a number
}

// starts has a command begin.
func (p *Prompt) starts(ctx context.Context, line string, f func(context.Context) error) *job {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	j := &job{line: line, began: time.Now(), cancel: cancel, ended: make(chan struct{})}
	p.work.Store(j)
	does := func(ctx context.Context) {
		defer close(j.ended)
		defer cancel()
		j.err = p.d.Do(ctx, line, f)
	}
	if p.o.Patience == 0 || ctx.Err() != nil {
		does(ctx)
		return j
	}
	j.parent = context.AfterFunc(ctx, cancel)
	go does(own)
	return j
}

// isBack waits for a command, as long as there is patience.
func (j *job) isBack(patience time.Duration) bool {
	if patience == 0 {
		return true
	}
	select {
	case <-j.ended:
	case <-time.After(patience):
	}
	return !j.isOn() // both may have come where processors are busy
}

// isOn says whether a job is at work.
func (j *job) isOn() bool {
	if j == nil {
		return false
	}
	select {
	case <-j.ended:
		return false
	default:
		return true
	}
}

func (j *job) busy() error {
	return fmt.Errorf("job %d is at work, %s: join waits for it, cancel gives it up", j.n, j.line)
}

// detach lets a command go on beside the prompt.
func (p *Prompt) detach(j *job) {
	j.parent()
	j.beside.Store(true)
	j.n = 1
	if p.job != nil {
		j.n += p.job.n
	}
	p.job = j
	fmt.Fprintf(p.o.Out, "%s goes on beside the prompt, as job %d; join waits for it, cancel gives it up\n", j.line, j.n)
}

// ended shows what a job says that has ended and was not asked for yet.
func (p *Prompt) ended() {
	if j := p.job; j != nil && !j.isOn() && !j.shown {
		_ = p.joined(j)
	}
}

// joined shows what a job says.
func (p *Prompt) joined(j *job) error {
	j.shown = true
	fmt.Fprintf(p.o.Out, "job %d, %s:\n", j.n, j.line)
	width, _ := p.screen()
	return p.finish(j, width)
}

// GiveUp gives up the command at work, also one that goes on beside the prompt. It may be called at any time.
func (p *Prompt) GiveUp() {
	if j := p.work.Load(); j != nil {
		j.cancel()
	}
}

// jobs lists the job, of which there is one at most: methods of the Debugger take turns.
func (p *Prompt) jobs(context.Context, []string) (string, error) {
	if !p.job.isOn() {
		return "no command goes on beside the prompt\n", nil
	}
	since := time.Since(p.job.began).Truncate(time.Second)
	return fmt.Sprintf("job %d, for %s: %s\n", p.job.n, since, p.job.line), nil
}

// named finds the job that is meant.
func (p *Prompt) jobNamed(words []string) (*job, error) {
	switch {
	case p.job == nil:
		return nil, errors.New("no command has gone on beside the prompt")
	case len(words) > 0 && words[0] != fmt.Sprint(p.job.n):
		return nil, fmt.Errorf("there is no job %s; the last one was %d", words[0], p.job.n)
	case p.job.shown:
		return nil, fmt.Errorf("job %d has ended", p.job.n)
	}
	return p.job, nil
}

// join waits for a job.
func (p *Prompt) join(ctx context.Context, words []string) (string, error) {
	j, err := p.jobNamed(words)
	if err != nil {
		return "", err
	}
	select {
	case <-j.ended:
		return "", p.joined(j)
	case <-ctx.Done():
		return fmt.Sprintf("job %d is still at work\n", j.n), nil
	}
}

func (p *Prompt) cancelJob(ctx context.Context, words []string) (string, error) {
	j, err := p.jobNamed(words)
	if err != nil {
		return "", err
	}
	j.cancel()
	<-j.ended // which is soon
	_ = p.joined(j)
	return "", nil
}

// patience is how long the prompt waits, in words.
func (p *Prompt) patience() string {
	if p.o.Patience == 0 {
		return onOff[false]
	}
	return p.o.Patience.String()
}

func (p *Prompt) setPatience(word string) error {
	if word == onOff[false] {
		p.o.Patience = 0
		return nil
	}
	d, err := time.ParseDuration(word)
	if err != nil || d <= 0 {
		return fmt.Errorf("patience is a time above 0, such as 10s, or off, not %q", word)
	}
	p.o.Patience = d
	return nil
}

// besides finds the command of a line that needs no Debugger, with its words; nil if it is none.
func (p *Prompt) besides(line string) (*Command, []string) {
	typed, err := input.Split(line)
	if err != nil || len(typed) == 0 {
		return nil, nil
	}
	c, words, err := find(input.Texts(typed))
	if err != nil || c.beside == nil {
		return nil, nil
	}
	return c, words
}

// partsOf are the parts of an answer that is a text.
func partsOf(s string) (all text.Parts) {
	if s != "" {
		all.Print(s)
	}
	return all
}
