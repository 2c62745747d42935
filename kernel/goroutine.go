//go:build amd64 || arm64

package kernel

// goroutine identifies the present goroutine among all living ones.
func goroutine() uintptr
