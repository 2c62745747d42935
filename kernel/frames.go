//go:build amd64 || arm64

package kernel

// returnAddresses follows the frame pointers of the present goroutine, and stores the addresses to
// which its innermost functions return, that of its caller first. It returns how many there are: less
// than there is room for if these are all. A function that is inlined in another has none of its own.
//
//go:noescape
func returnAddresses(to *[nearFrames]uintptr) int
