package study

import (
	"fmt"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
)

// Confirm judges the run of a recording anew, of which this is the study, and whose file has these bytes. run is a
// replay of it that has ended as recorded, of options that Listen has completed. The error says what is wrong with what
// the recording claims: a person who changes one can make it say anything.
func (s *Study) Confirm(rec *record.Recording, run *runner.Run, file []byte) error {
	v, _, err := s.broken(&s.options, run, file)
	said := runner.Breaks(rec)
	switch {
	case err != nil:
		return err
	case v == nil && said != nil && rec.Test == "" && len(rec.Claims) > 0:
		return fmt.Errorf("the run breaks none of what was claimed of it, and the recording says: %s", said.Text)
	case v != nil && (said == nil || said.Text != v.Text):
		return fmt.Errorf("the run breaks what the recording does not say it does: %s", v.Text)
	}
	return nil
}

// Listen has a replay listened to for Confirm.
func (s *Study) Listen(o *runner.ReplayOptions) {
	if len(s.models) > 0 {
		o.Listen = s.listen
	}
}

// Repeats says whether the seed and the strategy that a recording names make its run once more: whoever changes a
// header can name others, and a later machsim may choose otherwise. It is true where these do not say what a run is: of
// a fork, with changes or console input, halted by messages, not seen to its end, or chosen by what runs before it have
// shown.
func (s *Study) Repeats(rec *record.Recording, stop <-chan struct{}) bool {
	row := strategy.Named(rec.Strategy)
	if row == nil || row.Learns || rec.Parent != nil || len(rec.Edits) > 0 || rec.Inputs > 0 || rec.Halt != nil ||
		rec.Truncated || rec.Limited() || rec.Outcome == record.Interrupted && rec.Kind != record.Condition {
		return true
	}
	o := s.Options()
	o.Hold(nil)
	o.Strategy, o.Stop = rec.Strategy, stop
	if v := runner.Breaks(rec); v != nil {
		o.Check = v.Check(nil)
	}
	run := runner.Do(o)
	defer run.Close()
	if run.State == nil { // its Main did not get to its end
		return run.Loop != nil || run.Ending().String() == rec.Ending.String()
	}
	return run.Loop != nil || run.State.Steps == rec.Events && run.State.Hash == rec.Hash
}
