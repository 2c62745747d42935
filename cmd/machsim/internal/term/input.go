//go:build !wasip1

package term

import (
	"io"
	"os"
)

// Input is the standard input.
var Input io.Reader = os.Stdin
