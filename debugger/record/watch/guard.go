package watch

import (
	"fmt"
	"runtime/debug"
)

// Guard calls f, which is machsim's own code, and makes an error of its panic. It is for goroutines: nobody above
// them would catch it, and the process with everybody's work would end.
func Guard(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("machsim itself is at fault: %v\n%s", v, debug.Stack())
		}
	}()
	return f()
}
