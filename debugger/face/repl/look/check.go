package look

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// AboutCheck is the help on the command check.
const AboutCheck = `PREDICATE is what stop if takes, as in
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

// Check says what the whole run says to a predicate.
func Check(a *answer.Answer, _ []string) error {
	c, err := checkOf(a.Args)
	if err != nil {
		return err
	}
	x, err := a.D.Check(a.Ctx, c)
	if err != nil {
		return err
	}
	for i, line := range append(answer.Checked(x), x.Limits()...) {
		if i > 0 {
			line = "  " + line
		}
		a.Printf("%s\n", line)
	}
	if !x.Position.IsZero() {
		to := x.Position.String()
		a.Linkf(text.Link{Goto: to}, "goto %s goes there\n", to)
	}
	if x.Effort != nil {
		a.Printf("%s\n", strings.Join(answer.Effort(x.Effort), "\n"))
	}
	if x.Together != nil {
		lines, t := answer.Together(x.Together)
		a.Printf("%s\n", strings.Join(lines, "\n"))
		a.Table(t)
	}
	return nil
}

// checkOf reads what check takes: options, and a predicate.
func checkOf(words []input.Word) (c debugger.Check, err error) {
	o, words, err := OptionsOf(words)
	c = debugger.Check{Predicate: input.Spoken(words), Orders: true}
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
		c.Together = answer.MaxRows
	}
	return c, err
}

// Options are those of check, and some of them those of diagram.
type Options struct {
	all, control bool
	debugger.Control
}

// OptionsOf reads options, and returns the words after them.
func OptionsOf(words []input.Word) (o Options, rest []input.Word, err error) {
	for len(words) > 0 && strings.HasPrefix(words[0].Typed, "--") {
		name, value := words[0].Typed, input.Spoken(words[1:min(2, len(words))])
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
