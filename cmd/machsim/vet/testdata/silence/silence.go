package silence

import (
	"time"

	"machsim/kernel"
)

func body(th *kernel.Thread) {
	_ = time.Now() //machsim:ignore clock the time is thrown away
	//machsim:ignore clock so is this one
	_ = time.Now()
	_ = time.Now() // want `clock: time.Now`
	//machsim:ignore random a rule that has nothing to do with it
	_ = time.Now() // want `clock: time.Now`
	/* want `clock: time.Now` */ _ = time.Now() //machsim:ignore clock
	//machsim:ignored clock another word
	_ = time.Now()     // want `clock: time.Now`
	_, _ = time.Now(), //machsim:ignore clock only of this line
		time.Now() // want `clock: time.Now`
}
