package term

import (
	"io"
	"os"

	"machsim/cmd/machsim/internal/turn"
)

// Input is the standard input, of which a guest reads in turns.
var Input io.Reader = turn.Input{Reader: os.Stdin}
