//go:build !unix && !wasip1

package supervise

// Connect returns nil: this process has no supervisor.
func Connect() *Supervisor { return nil }
