package repl

import "machsim/debugger/session"

// SessionOf is the run that a Prompt is in.
func SessionOf(p *Prompt) *session.Session { return p.s }
