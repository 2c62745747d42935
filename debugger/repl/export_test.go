package repl

import "machsim/debugger"

// SessionOf is the run that a Prompt is in.
func SessionOf(p *Prompt) *debugger.Session { return p.s }
