//go:build !js && !wasip1

// Package sql links SQL into an executable, where it can be built. Only executables that debug import it: it takes
// longer to build than all else.
package sql

import (
	// SQLite's library needs these on other systems alone. Here every system fetches them, so that all need the same
	// modules.
	_ "github.com/mattn/go-isatty"
	_ "github.com/ncruces/go-strftime"

	"machsim/debugger"
	"machsim/debugger/data/sqlite"
)

// Engine answers queries in SQL; nil where there is none.
var Engine debugger.QueryEngine = sqlite.Engine{Limits: sqlite.Usual}
