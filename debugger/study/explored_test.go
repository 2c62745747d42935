package study_test

import (
	"strings"
	"testing"

	"machsim/debugger/study"
	"machsim/debugger/study/campaign"
)

// TestFirstFailingFaults: the first run that fails is made once more with what may go wrong in it.
func TestFirstFailingFaults(t *testing.T) {
	r := &study.Explored{Search: study.Search{Program: "lease", Faults: "crash=1,loss=2"}}
	r.Failures = []campaign.Failure{{Strategy: "random", Seed: 7}}
	got := study.FirstFailing(r)
	if !strings.Contains(got, "--seed 7") || !strings.Contains(got, "--faults crash=1,loss=2") {
		t.Errorf("it is %q", got)
	}
}
