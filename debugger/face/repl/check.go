package repl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// aboutCheck is the help on the command check.
const aboutCheck = `PREDICATE is what stop if takes, as in
  check balance[0] > 103 and blocked by teller1.1
  check every send to bank with thread t leads to after receive by t within 1 ms
It is held against the whole run, and nothing is set: the first state that satisfies it and why,
or what the recorded order says to an assertion about time, and whether another order of the
same events says otherwise. Of conditions of single processes joined by and
  check --all P      also lists all spans in which they hold at one time, and of each two in
                     which order they came about, if in any (Miller and Choi's set SCP)
  check --control P  also says what debuggers need that do without the causal order (Manabe
                     and Aoyagi); --trace shows their messages, which take --delay N steps, or
                     with --seed N up to that`

// check says what the whole run says to a predicate.
func (p *Prompt) check([]string) error {
	c, err := checkOf(p.args)
	if err != nil {
		return err
	}
	x, err := p.d.Check(p.ctx, c)
	if err != nil {
		return err
	}
	for i, line := range append(Checked(x), x.Limits()...) {
		if i > 0 {
			line = "  " + line
		}
		p.printf("%s\n", line)
	}
	if !x.Position.IsZero() {
		to := x.Position.String()
		p.linkf(text.Link{Goto: to}, "goto %s goes there\n", to)
	}
	if x.Effort != nil {
		p.printf("%s\n", strings.Join(Effort(x.Effort), "\n"))
	}
	if x.Together != nil {
		lines, t := Together(x.Together)
		p.printf("%s\n", strings.Join(lines, "\n"))
		p.table(t)
	}
	return nil
}

// checkOf reads what check takes: options, and a predicate.
func checkOf(words []word) (c debugger.Check, err error) {
	o, words, err := optionsOf(words)
	c = debugger.Check{Predicate: spoken(words), Orders: true}
	switch {
	case err != nil:
	case len(words) == 0:
		err = errors.New("after its options check takes a PREDICATE, as in check --all a.busy = 1 and b.busy = 1")
	case o.control:
		c.Control = &o.Control
	case o.Control != debugger.Control{}:
		err = errors.New("--trace, --delay and --seed go with --control")
	}
	if o.all {
		c.Together = maxRows
	}
	return c, err
}

// options are those of check, and some of them those of diagram.
type options struct {
	all, control bool
	debugger.Control
}

// optionsOf reads options, and returns the words after them.
func optionsOf(words []word) (o options, rest []word, err error) {
	for len(words) > 0 && strings.HasPrefix(words[0].typed, "--") {
		name, value := words[0].typed, spoken(words[1:min(2, len(words))])
		words = words[1:]
		switch name {
		case "--all":
			o.all = true
			continue
		case "--control":
			o.control = true
			continue
		case "--trace":
			o.Trace = true
			continue
		case "--delay":
			if o.Delay, err = strconv.Atoi(value); err != nil || o.Delay < 1 || o.Delay > debugger.MostDelay {
				return o, nil, fmt.Errorf("--delay takes a number of steps from 1 to %d, not %q", debugger.MostDelay, value)
			}
		case "--seed":
			if o.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
				return o, nil, fmt.Errorf("--seed takes a number, not %q", value)
			}
		default:
			return o, nil, fmt.Errorf("the options are --all, --control, --trace, --delay N and --seed N, and not %s", name)
		}
		words = words[1:]
	}
	return o, words, nil
}

// checkWords completes what check takes.
func checkWords(p *Prompt) []string {
	return append([]string{"--all", "--control", "--trace", "--delay", "--seed"}, predicateWords(p)...)
}

// maxRefuted is how many refutations of an assertion are told.
const maxRefuted = 10

// Checked is what a run says to a predicate, in lines. Remarks and efforts are not among them.
func Checked(x *debugger.Checked) (lines []string) {
	switch v := x.Verdict; {
	case v != nil:
		return verdict(v)
	case x.Avoided != nil:
		return avoided(x.Avoided)
	case !x.Found:
		return []string{"no state of the run satisfies it"}
	}
	return append([]string{foundAs(x.Form)}, x.Why...)
}

// avoided is what a run says to a condition that not all of its ways come to.
func avoided(x *debugger.Avoided) []string {
	if x.Position.IsZero() {
		return []string{"can be avoided; it is not decided whether any state satisfies it", x.Way()}
	}
	lines := []string{"can be avoided: states satisfy it, but not on every way to the end", x.Way(),
		"the first state that satisfies it is " + x.Position.String()}
	return append(lines, x.Why...)
}

// foundAs says in which sense a state was found.
func foundAs(f debugger.Form) string {
	switch f {
	case debugger.Simultaneous:
		return "simultaneous: somebody knows it, at first here"
	case debugger.Possibly:
		return "possible: a state that satisfies it"
	case debugger.Definitely:
		return "definite: every way to the end comes to a state that satisfies it, as this one"
	}
	return "satisfied, at first here"
}

// verdict is what a run says to an assertion about time.
func verdict(v *debugger.Verdict) []string {
	lines := []string{v.String()}
	for i, r := range v.Refuted {
		if i == maxRefuted {
			lines = append(lines, fmt.Sprintf("and %d more", v.Owed-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, r.Why))
	}
	if o := v.Orders; o != nil {
		lines = append(lines, o.String(v.Truth))
		for _, more := range []string{o.Why, o.First} {
			if more != "" {
				lines = append(lines, "  "+more)
			}
		}
	}
	return lines
}
