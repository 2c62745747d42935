package dap

import (
	"context"
	"fmt"

	"github.com/google/go-dap"
)

// say shows the person a text in the debug console.
func (s *Session) say(category, text string) {
	if text != "" {
		s.send("output", dap.OutputEventBody{Category: category, Output: text})
	}
}

// notices says what the Debugger has to say beside its answers.
func (s *Session) notices() {
	for _, sentence := range s.d.Notices() {
		s.say("console", sentence+"\n")
	}
}

// mostLines is how many lines of output are shown at once, the last ones.
const mostLines = 500

// output shows what the programs have written up to here, once: what was shown is not taken back. Each line carries
// its event.
func (s *Session) output(ctx context.Context) {
	upTo := uint64(s.at.Position.Events())
	if upTo <= s.printed {
		return
	}
	all, err := s.d.Output(ctx)
	if err != nil {
		return
	}
	var fresh []string
	for _, l := range all {
		if l.Event > s.printed {
			fresh = append(fresh, fmt.Sprintf("@%d %s: %s\n", l.Event, l.Thread, l.Text))
		}
	}
	s.printed = upTo
	if n := len(fresh) - mostLines; n > 0 {
		s.say("stdout", fmt.Sprintf("... %d lines before these: output lists them\n", n))
		fresh = fresh[n:]
	}
	for _, line := range fresh {
		s.say("stdout", line)
	}
}
