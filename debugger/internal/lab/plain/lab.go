// Package lab is small programs of which tests know every local event. Package lab/hooked is made of it, with hooks at
// the statements.
package lab

import "machsim/kernel"

// Programs are the programs.
var Programs = []*kernel.Program{&Steps2, &Steps3, &Flags, &All, &Scan}
