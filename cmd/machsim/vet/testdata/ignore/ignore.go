package ignore

import "machsim/kernel"

func body(th *kernel.Thread) {
	/* want `ignore: there is no rule "time"; write //machsim:ignore RULE reason` */ //machsim:ignore time it is no rule
	/* want `ignore: say why the rule is wrong here: //machsim:ignore clock reason` */ //machsim:ignore clock
	/* want `ignore: there is no rule ""` */ //machsim:ignore
	//machsim:ignore clock a reason
	//machsim:ignored is another word
}
