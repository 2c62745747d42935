package dap

import (
	"context"
	"fmt"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// target is a place to which a client may go: a position, or a function that a line calls.
type target struct {
	position debugger.Position
	function string
}

// gotoTargets says when a thread comes to a line: last before the position, and next after it. Nobody can be set to a
// line without having come there.
func (s *Session) gotoTargets(ctx context.Context, a dap.GotoTargetsArguments) (any, error) {
	path, err := s.sources.find(ctx, s.d, a.Source)
	if err != nil {
		return nil, err
	}
	line, err := s.lineFrom(ctx, path, s.line(a.Line))
	if err != nil {
		return nil, err
	}
	var body dap.GotoTargetsResponseBody
	for _, back := range []bool{true, false} {
		x, err := s.d.NearestTo(ctx, fmt.Sprintf("%s:%d", s.sources.short(path), line), back)
		if err != nil {
			return nil, err
		}
		when := map[bool]string{true: "last time", false: "next time"}[back]
		if x.Thread != "" {
			body.Targets = append(body.Targets, dap.GotoTarget{Id: s.refs.target(target{position: x.Position}),
				Label: fmt.Sprintf("%s, at %s by %s", when, x.Position, x.Thread), Line: s.lineOut(line)})
		}
	}
	return body, nil
}

func (s *Session) gotoTarget(ctx context.Context, a onThread) (any, error) {
	t, ok := s.refs.targets[a.TargetId]
	if !ok || t.position.IsZero() {
		return nil, gone("target", a.TargetId)
	}
	return nil, s.moves(ctx, a, "goto", func(string) motion {
		return func(ctx context.Context) (*debugger.Motion, error) { return s.d.Goto(ctx, t.position) }
	})
}

// stepInTargets are the functions that the line of a frame calls.
func (s *Session) stepInTargets(ctx context.Context, a dap.StepInTargetsArguments) (any, error) {
	at, ok := s.refs.frames[a.FrameId]
	if !ok {
		return nil, gone("frame", a.FrameId)
	}
	names, err := s.d.Calls(ctx, at)
	var body dap.StepInTargetsResponseBody
	for _, name := range names {
		body.Targets = append(body.Targets, dap.StepInTarget{Id: s.refs.target(target{function: name}), Label: name})
	}
	return body, err
}

// restartFrame goes back to where a function began.
func (s *Session) restartFrame(ctx context.Context, a dap.RestartFrameArguments) (any, error) {
	at, ok := s.refs.frames[a.FrameId]
	if !ok {
		return nil, gone("frame", a.FrameId)
	}
	s.later(func() {
		s.move(ctx, "goto", func(ctx context.Context) (*debugger.Motion, error) { return s.d.Began(ctx, at) })
	})
	return nil, nil
}
