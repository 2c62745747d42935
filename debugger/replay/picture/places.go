package picture

import (
	"sync"

	"machsim/kernel"
)

// places are those in other executables, from which pictures came, by number from kernel.FirstElsewhere on.
var places struct {
	sync.Mutex
	numbers map[kernel.Frame]uintptr
	frames  []kernel.Frame
}

// mostPlaces is how many there are, at most: a picture may come from anybody.
const mostPlaces = 1 << 20

func init() { kernel.Elsewhere = elsewhere }

// numberOf returns the number of a place, 0 if there are too many.
func numberOf(f kernel.Frame) uintptr {
	x := &places
	x.Lock()
	defer x.Unlock()
	if n, ok := x.numbers[f]; ok {
		return n
	}
	if len(x.frames) >= mostPlaces {
		return 0
	}
	if x.numbers == nil {
		x.numbers = map[kernel.Frame]uintptr{}
	}
	n := kernel.FirstElsewhere + uintptr(len(x.frames))
	x.numbers[f], x.frames = n, append(x.frames, f)
	return n
}

// elsewhere returns the place of a number.
func elsewhere(number uintptr) (kernel.Frame, bool) {
	x := &places
	x.Lock()
	defer x.Unlock()
	if n := number - kernel.FirstElsewhere; n < uintptr(len(x.frames)) {
		return x.frames[n], true
	}
	return kernel.Frame{}, false
}
