//go:build !amd64 && !arm64

package hook

// Goroutine would tell the present goroutine from all others: not on this processor, where a call
// of a goroutine that is no thread's is noticed only when the thread itself is in a call.
func Goroutine() uintptr { return 0 }
