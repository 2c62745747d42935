package dap

import (
	"context"
	"errors"
	"path/filepath"
)

// recordingBody is the answer to recording.
type recordingBody struct {
	File     string `json:"file"`
	Position string `json:"position"` // as the flag --at takes it
}

// recording tells which file has the run that is shown, and where the run stands, for a page on the same. The protocol
// has no such request.
func (s *Session) recording(ctx context.Context, _ none) (any, error) {
	h, err := s.d.Here(ctx)
	switch {
	case err != nil:
		return nil, err
	case h.Run.File == "":
		return nil, errors.New("this run is in no file yet: type save in the debug console")
	}
	file, err := filepath.Abs(h.Run.File)
	return recordingBody{file, h.Position.String()}, err
}
