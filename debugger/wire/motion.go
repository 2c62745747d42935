package wire

import (
	"context"

	"machsim/debugger"
)

// To is a position to go to.
type To struct {
	Position string `json:"position" doc:"as goto takes it: 41, past 41, without 41, start, end, a checkpoint, or what a row has"`
}

func goTo(ctx context.Context, s *Service, p To) (*debugger.Motion, error) {
	d := s.debugger()
	at, err := d.Position(ctx, p.Position)
	if err != nil {
		return nil, err
	}
	return d.Goto(ctx, at)
}

func threads(ctx context.Context, s *Service, _ none) ([]debugger.Thread, error) {
	return s.debugger().Threads(ctx)
}
