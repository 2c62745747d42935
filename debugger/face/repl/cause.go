package repl

import (
	"fmt"
	"strconv"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// aboutCause is the help on the command cause.
const aboutCause = `It goes on from many events of this run with other choices than it made, SAMPLES times at
random from each (100 if that is left out), and with all choices where these are few. It says
from which event on no continuation ends well, how the chance of the failure grew, where it
rose most, and which choice decided. goto row 1 goes to that event, next row to where the
chance rose. A run that is the same up to the choice and ends well becomes a fork. Ctrl-C gives
it up; machsim cause FILE has more options, and prints what is known then.`

// causeCommand looks for the cause of the failure.
func (p *Prompt) causeCommand(words []string) error {
	var o debugger.CauseOptions
	if len(words) == 1 {
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of samples: type cause, or cause and a number, as in cause 1000", words[0])
		}
		o.Samples = n
	}
	x, err := p.d.Cause(p.a.Ctx, o)
	if err != nil {
		return err
	}
	p.a.Printf("%s\n", x.Failure)
	blocks := x.Blocks()
	p.block(blocks[0])
	p.found(x)
	for _, b := range blocks[1:] {
		p.block(b)
	}
	return nil
}

// block prints a part of a report.
func (p *Prompt) block(b debugger.CauseBlock) {
	for _, l := range b.Lines {
		p.a.Printf("%s\n", l)
	}
	if b.Table != nil {
		p.a.Table(b.Table)
	}
}

// found says where one can go now.
func (p *Prompt) found(x *debugger.Cause) {
	if n := x.Certain.Event; n > 0 {
		p.a.Linkf(text.Link{Goto: fmt.Sprint(n)}, "goto %d goes there\n", n)
	}
	if x.Fork > 0 {
		p.a.Linkf(text.Link{Kind: "fork", Name: fmt.Sprint(x.Fork)}, "fork %d is the run that ends well\n", x.Fork)
	}
}
