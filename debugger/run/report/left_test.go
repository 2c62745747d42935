package report_test

import (
	"errors"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/report"
)

// TestLefts counts runs that do not come back, and no others: at the third one there are too many.
func TestLefts(t *testing.T) {
	var l report.Lefts
	for i, outcome := range []string{record.Loop, record.Greedy, record.Deadlocked, record.Blocked} {
		if err := l.Count(record.Ending{Outcome: outcome}); err != nil {
			t.Errorf("run %d: %v", i, err)
		}
	}
	var many *report.TooManyLeft
	if err := l.Count(record.Ending{Outcome: record.Overflow}); !errors.As(err, &many) || many.Verdict != report.Overflow {
		t.Errorf("three runs were left: %v", err)
	}
	if l.Count(record.Ending{Outcome: record.Deadlocked}) == nil || l.Err() == nil {
		t.Error("it is forgotten")
	}
}
