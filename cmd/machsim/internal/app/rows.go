package app

import (
	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/faces"
	"machsim/cmd/machsim/internal/picture"
)

func init() {
	cli.Commands = []cli.Row{
		{Name: "new", Make: elsewhere("new")},
		{Name: "list", Make: newList},
		{Name: "run", Needs: cli.Runs | cli.Packages, Make: newRun},
		{Name: "explore", Needs: cli.Runs | cli.Packages | cli.Hooks, Make: newExplore},
		{Name: "merge", Make: newMerge},
		{Name: "debug", Needs: cli.Runs | cli.Packages | cli.Builds | cli.Hooks, Make: faces.NewDebug},
		{Name: "web", Needs: cli.Runs | cli.Packages | cli.Builds | cli.Hooks, Make: faces.NewWeb},
		{Name: "dap", Needs: cli.Runs, Make: elsewhere("dap")},
		{Name: "mcp", Needs: cli.Runs, Make: elsewhere("mcp")},
		{Name: "serve", Needs: cli.Runs | cli.Packages | cli.Builds | cli.Hooks, Make: elsewhere("serve")},
		{Name: "editor", Make: elsewhere("editor")},
		{Name: "check", Needs: cli.Runs | cli.Builds, Make: newCheck},
		{Name: "capsule", Needs: cli.Builds, Make: elsewhere("capsule")},
		{Name: "shrink", Needs: cli.Runs | cli.Builds, Make: newShrink},
		{Name: "cause", Needs: cli.Runs | cli.Builds | cli.Hooks, Make: newCause},
		{Name: "races", Needs: cli.Runs | cli.Packages | cli.Builds | cli.Hooks, Make: faces.NewRaces},
		{Name: "origin", Needs: cli.Runs | cli.Packages | cli.Builds | cli.Hooks, Make: faces.NewOrigin},
		{Name: "query", Needs: cli.Runs | cli.Packages | cli.Builds | cli.Hooks, Make: newQuery},
		{Name: "diagram", Needs: cli.Runs | cli.Builds, Make: picture.NewDiagram},
		{Name: "replay", Needs: cli.Runs | cli.Builds, Make: newReplay},
		{Name: "info", Make: newInfo},
		{Name: "log", Needs: cli.Runs | cli.Builds, Make: newLog},
		{Name: "verify", Needs: cli.Runs | cli.Packages, Make: newVerify},
		{Name: "mutate", Needs: cli.Packages, Make: elsewhere("mutate")},
		{Name: "transparency", Needs: cli.Runs, Make: newTransparency},
		{Name: "compare", Needs: cli.Packages | cli.Builds, Make: newCompare},
		{Name: "stats", Needs: cli.Builds, Make: newStats},
		{Name: "export", Needs: cli.Builds, Make: picture.NewExport},
		{Name: "vet", Make: elsewhere("vet")},
		{Name: "analyse", Make: elsewhere("analyse")},
		{Name: "lab", Make: elsewhere("lab")},
		{Name: "grade", Make: elsewhere("grade")},
		{Name: "cache", Make: newCache},
		{Name: "version", Make: cli.NewVersion},
	}
}
