//go:build !linux

package supervise

// left are the processes that a program has started and left behind. Here nobody can be made their next parent, so
// they are not known.
type left struct{}

func adopt() {}

func leaving(int) left { return left{} }

func (left) end() {}
