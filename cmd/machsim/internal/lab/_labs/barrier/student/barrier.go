// Package student has a barrier, and tests of it.
package student

import "machsim/kernel"

// Barrier is where a number of threads of one task wait for each other. What it promises stands in README.md.
type Barrier struct {
	Wait func(th *kernel.Thread) bool
}

// Test is a test. A run of it is a task whose first thread makes a barrier for so many threads, and calls Run.
type Test struct {
	Name    string
	Threads int // 1 to 8
	Run     func(th *kernel.Thread, b Barrier)
}
