package userprog

import (
	"slices"
	"sync"

	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/programs/hooked"
)

// hooks has the sample programs known with their hooks, unless some programs are.
var hooks = sync.OnceFunc(func() {
	if len(hook.Packages()) == 0 {
		hooked.Register()
	}
})

// HookedSample returns the sample program of a name with hooks, which are known from then on; nil if there is none.
func HookedSample(name string) *kernel.Program {
	i := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	hooks()
	return hooked.All[i]
}
