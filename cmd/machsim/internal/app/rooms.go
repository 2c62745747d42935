//go:build !wasm

package app

import "github.com/spf13/cobra"

// elsewhere returns what makes a command that needs an operating system, Go or its source.
func elsewhere(name string) func(*machsim) *cobra.Command {
	return map[string]func(*machsim) *cobra.Command{
		"analyse": (*machsim).newAnalyse,
		"capsule": (*machsim).newCapsule,
		"dap":     (*machsim).newDap,
		"editor":  (*machsim).newEditor,
		"grade":   (*machsim).newGrade,
		"lab":     (*machsim).newLab,
		"mcp":     (*machsim).newMCP,
		"mutate":  (*machsim).newMutate,
		"new":     (*machsim).newNew,
		"serve":   (*machsim).newServe,
		"vet":     (*machsim).newVet,
	}[name]
}

// instead are who may do a command in place of this process: those who share it out, a guest, and a machsim that has
// the package of a user.
var instead = []doer{(*machsim).share, (*machsim).sandboxed, (*machsim).launch}
