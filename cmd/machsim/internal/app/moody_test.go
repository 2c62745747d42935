package app

import (
	"os"
	"time"

	"machsim/kernel"
)

func init() {
	testPrograms = append(testPrograms, single("t-moody", "does as the environment says", moody))
}

// moody is another program when the variable MOOD says so, as if it had been changed
// and built again; without one, it follows the clock.
func moody(th *kernel.Thread) {
	mood := os.Getenv("MOOD")
	th.Yield()
	if mood == "" {
		th.Check(time.Now().IsZero(), "%v", time.Now())
	}
	if mood == "sad" {
		th.Sleep(1 * kernel.Millisecond)
	}
	if mood == "gone" {
		os.Exit(0)
	}
	th.Yield()
}
