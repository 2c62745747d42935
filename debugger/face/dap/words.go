package dap

import (
	"machsim/debugger/face/repl"
)

// showUser are the requests of which an editor shows an error at once, and not only in its log.
var showUser = map[string]bool{"launch": true, "attach": true, "restart": true, "setVariable": true,
	"setExpression": true, "goto": true, "restartFrame": true}

// inWords is an error with what can be typed in the debug console.
func inWords(err error) string { return repl.Words(err) }

// inShort is an error as a word that programs tell errors apart by, where there is one.
func inShort(err error) string {
	if err == errCancelled {
		return "cancelled"
	}
	return inWords(err)
}
