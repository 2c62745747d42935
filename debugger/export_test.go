package debugger

import "machsim/debugger/session"

// SessionOf is the run that a Debugger is in.
func SessionOf(d *Debugger) *session.Session { return d.s() }
