//go:build !js && !wasip1

// Package sql links SQL into an executable, where it can be built. Only executables that debug import it: it takes
// longer to build than all else.
package sql

import (
	"machsim/debugger"
	"machsim/debugger/sqlite"
)

// Engine answers queries in SQL; nil where there is none.
var Engine debugger.QueryEngine = sqlite.Engine{Limits: sqlite.Usual}
