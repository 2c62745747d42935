package question

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/kernel"
)

// mostEvents is how many events a recording may have that is handed in.
const mostEvents = 20_000

// stranger opens a recording that somebody has handed in. wrong says why it is not taken, "" if it is.
func stranger(ctx context.Context, l *lab.Lab, data []byte, most uint64) (o *Own, wrong string, err error) {
	rec, err := record.Read(data)
	if err != nil {
		return nil, "it cannot be read: " + err.Error(), nil
	}
	if wrong := foreign(l, rec, most); wrong != "" {
		return nil, wrong, nil
	}
	o, err = open(ctx, l, data)
	var unfit *debugger.Unfit
	switch {
	case errors.As(err, &unfit):
		return nil, fmt.Sprintf("%s does not make the run that it tells of", l.Run.Program), nil
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err != nil:
		return nil, "it cannot be opened: " + err.Error(), nil
	}
	return o, "", nil
}

// foreign says why a recording is none of the lab's program as the lab has it run, "" if it is one.
func foreign(l *lab.Lab, rec *record.Recording, most uint64) string {
	like := record.HeaderOf(userprog.HookedSample(l.Run.Program), kernel.Config{})
	switch {
	case rec.Program != l.Run.Program || rec.Package.Path != "":
		return fmt.Sprintf("it is a run of %.60q, and the lab is about %s", rec.Program, l.Run.Program)
	case rec.Truncated:
		return "it breaks off: it does not say how the run ended"
	case rec.Events > most:
		return fmt.Sprintf("it has %d events, and may have %d", rec.Events, most)
	case len(rec.Edits) > 0 || rec.Halt != nil:
		return "somebody has changed something in it by hand: that is no run of the program"
	case len(rec.Claims) > 0 || rec.Test != "" || rec.Kind == record.Condition:
		return "it was held against conditions that the lab has not"
	case rec.Inputs > 0, rec.Weak, rec.FreeTimers, rec.KeepGoing, rec.Lenient, rec.Preempt, rec.StepTime != like.StepTime,
		!reflect.DeepEqual(rec.Agents, like.Agents):
		return "it was made with other flags than the run of the lab: " + strings.Join(flagsOf(rec), ", ")
	}
	return ""
}

// flagsOf are what a recording was made with that no run of a lab is.
func flagsOf(rec *record.Recording) (all []string) {
	for name, on := range map[string]bool{"input": rec.Inputs > 0, "--weak": rec.Weak, "--free-timers": rec.FreeTimers,
		"--keep-going": rec.KeepGoing, "--lenient": rec.Lenient, "--preempt": rec.Preempt} {
		if on {
			all = append(all, name)
		}
	}
	if all == nil {
		return []string{"--step-time, or agents"}
	}
	slices.Sort(all)
	return all
}

// likewise opens the recording that belongs to an answer, which has to be of the program with the same parameters and
// faults as the run, unless others are allowed.
func (c *asked) likewise(ctx context.Context, others bool) (o *Own, wrong string, err error) {
	if c.handed == nil {
		return nil, c.Recording() + " is not there, and belongs to the answer", nil
	}
	l := &lab.Lab{Run: lab.Run{Program: c.own.rec.Program}}
	o, wrong, err = stranger(ctx, l, c.handed, max(20*c.own.rec.Events, 2000))
	switch {
	case wrong != "":
		return nil, c.Recording() + ": " + wrong, nil
	case err != nil:
		return nil, "", err
	case !others && !maps.Equal(o.rec.Args, c.own.rec.Args), o.rec.Faults != c.own.rec.Faults:
		o.Close()
		return nil, c.Recording() + ": it is a run with other parameters or faults than yours", nil
	}
	return o, "", nil
}
