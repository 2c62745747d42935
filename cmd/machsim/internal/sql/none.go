//go:build js || wasip1

package sql

import "machsim/debugger"

// Engine is nil: SQLite does not build for WebAssembly.
var Engine debugger.QueryEngine
