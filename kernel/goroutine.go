//go:build amd64 || arm64

package kernel

// goroutine is what tells the present goroutine from all others that there are.
func goroutine() uintptr
