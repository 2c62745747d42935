package app

func init() { commands = rows() }

// rows are the commands, in the order in which help lists them.
func rows() []row {
	return []row{
		{"new", 0, elsewhere("new")},
		{"list", 0, (*machsim).newList},
		{"run", runs | packages, (*machsim).newRun},
		{"explore", runs | packages | hooks, (*machsim).newExplore},
		{"merge", 0, (*machsim).newMerge},
		{"debug", runs | packages | builds | hooks, (*machsim).newDebug},
		{"web", runs | packages | builds | hooks, (*machsim).newWeb},
		{"dap", runs, elsewhere("dap")},
		{"mcp", runs, elsewhere("mcp")},
		{"serve", runs | packages | builds | hooks, elsewhere("serve")},
		{"editor", 0, elsewhere("editor")},
		{"check", runs | builds, (*machsim).newCheck},
		{"capsule", builds, elsewhere("capsule")},
		{"shrink", runs | builds, (*machsim).newShrink},
		{"cause", runs | builds | hooks, (*machsim).newCause},
		{"races", runs | packages | builds | hooks, (*machsim).newRaces},
		{"origin", runs | packages | builds | hooks, (*machsim).newOrigin},
		{"query", runs | packages | builds | hooks, (*machsim).newQuery},
		{"diagram", runs | builds, (*machsim).newDiagram},
		{"replay", runs | builds, (*machsim).newReplay},
		{"info", 0, (*machsim).newInfo},
		{"log", runs | builds, (*machsim).newLog},
		{"verify", runs | packages, (*machsim).newVerify},
		{"mutate", packages, elsewhere("mutate")},
		{"transparency", runs, (*machsim).newTransparency},
		{"compare", packages | builds, (*machsim).newCompare},
		{"stats", builds, (*machsim).newStats},
		{"export", builds, (*machsim).newExport},
		{"vet", 0, elsewhere("vet")},
		{"analyse", 0, elsewhere("analyse")},
		{"lab", 0, elsewhere("lab")},
		{"grade", 0, elsewhere("grade")},
		{"cache", 0, (*machsim).newCache},
		{"version", 0, (*machsim).newVersion},
	}
}
