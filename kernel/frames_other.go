//go:build !amd64 && !arm64

package kernel

// returnAddresses follows nothing on this processor, so that every stack is unwound.
func returnAddresses(*[nearFrames]uintptr) int { return 0 }
