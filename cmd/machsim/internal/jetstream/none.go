//go:build js || wasip1

package jetstream

import "machsim/cmd/machsim/internal/workqueue"

// Queue is nil: NATS does not build for WebAssembly.
var Queue workqueue.Queue
