package dap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/go-dap"
)

// beside are the requests that wait for no others.
var beside = map[string]func(*Session, *request) (any, error){
	"cancel": (*Session).cancel, "pause": (*Session).pause, "terminate": (*Session).terminate,
	"disconnect": (*Session).disconnect,
}

// errCancelled is the error of a request that was given up.
var errCancelled = errors.New("cancelled")

// cancel gives up a request that is at work or waits: that fails.
func (s *Session) cancel(r *request) (any, error) {
	var a dap.CancelArguments
	if len(r.Arguments) > 0 {
		if err := json.Unmarshal(r.Arguments, &a); err != nil {
			return nil, fmt.Errorf("the arguments of cancel cannot be read: %v", err)
		}
	}
	if a.RequestId == 0 && a.ProgressId != "" {
		a.RequestId, _ = strconv.Atoi(a.ProgressId)
	}
	if gone := s.queue.remove(s, a.RequestId); gone != nil {
		s.answer(gone, nil, errCancelled)
	}
	return nil, nil
}

// pause gives up the motion at work, which ends where it stands. Without one everything stands still anyway.
func (s *Session) pause(*request) (any, error) {
	if !s.queue.interrupt() {
		s.queue.put(&request{of: s, own: func(ctx context.Context) { s.stopped(ctx, "pause", "", nil) }})
	}
	return nil, nil
}

// runsOn says whether a request lets the run go on, or back, until something stops it.
func runsOn(command string) bool {
	switch command {
	case "continue", "reverseContinue", "next", "stepIn", "stepOut", "stepBack", "stepBackIn", "stepBackOut", "goto",
		"configurationDone", "restart", "evaluate":
		return true
	}
	return false
}

// terminate ends the run for the client, which disconnects then.
func (s *Session) terminate(*request) (any, error) {
	s.queue.interrupt()
	s.send("terminated", dap.TerminatedEventBody{})
	return nil, nil
}

// disconnect ends the session, once it is answered.
func (s *Session) disconnect(*request) (any, error) { return nil, nil }
