//go:build amd64 || arm64

package hook

// Goroutine identifies the present goroutine among all living ones.
func Goroutine() uintptr
