package mcp

import "time"

// Beat is how often a client hears of a call, for tests that do not wait long.
func Beat(d time.Duration) (was time.Duration) {
	was, beat = beat, d
	return was
}
