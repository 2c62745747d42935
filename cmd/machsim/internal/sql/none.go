//go:build js || wasip1

package sql

import (
	"io"
	"os"

	"machsim/cmd/machsim/internal/turn"
	"machsim/debugger"
	"machsim/debugger/data/sqlafar"
)

// Engine has queries answered by the machsim that runs this one as a guest, since SQLite does not build for
// WebAssembly; nil where none does.
var Engine = afar()

func afar() debugger.QueryEngine {
	if _, err := os.Stat(sqlafar.File); err != nil {
		return nil
	}
	return sqlafar.Engine{Dial: func() (io.ReadWriteCloser, error) {
		f, err := os.OpenFile(sqlafar.File, os.O_RDWR, 0)
		if err == nil {
			turn.Hold(f)
		}
		return f, err
	}}
}
