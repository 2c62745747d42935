//go:build !wasm

package app

import (
	"os"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/course"
	"machsim/cmd/machsim/internal/faces"
	"machsim/cmd/machsim/internal/guest"
	"machsim/cmd/machsim/internal/launch"
	"machsim/cmd/machsim/internal/share"
	"machsim/cmd/machsim/internal/source"
	"machsim/cmd/machsim/vet"
)

// beside does what this executable is for beside commands, and ends the process then.
func beside() {
	if vet.IsTool(os.Args[1:]) {
		vet.Tool() // does not return
	}
}

// elsewhere returns what makes a command that needs an operating system, Go or its source.
func elsewhere(name string) func(*cli.Machsim) *cobra.Command {
	return map[string]func(*cli.Machsim) *cobra.Command{
		"analyse": source.NewAnalyse,
		"capsule": guest.NewCapsule,
		"dap":     faces.NewDap,
		"editor":  faces.NewEditor,
		"grade":   course.NewGrade,
		"lab":     course.NewLab,
		"mcp":     faces.NewMCP,
		"mutate":  source.NewMutate,
		"new":     newNew,
		"serve":   faces.NewServe,
		"vet":     source.NewVet,
	}[name]
}

// doers may do a command in place of this process: others among whom it is shared, a guest, and a machsim that has the
// package of a user.
var doers = []doer{share.Do, guest.Do, launch.Do}

// What other commands take of these rooms.
var (
	builder  = launch.Builder
	pointsOf = source.PointsOf
)
