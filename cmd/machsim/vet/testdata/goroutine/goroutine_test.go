package goroutine

import "machsim/kernel"

func testBody(th *kernel.Thread) { go work(1) }
