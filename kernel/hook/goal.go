package hook

// Goal is a goal that the source of a package names (kernel.Thread.Reach).
type Goal struct {
	Name  string
	Place string // where it does so first: "election.go:45"
}

// Goals returns those of the program of which the function main is, as far as its packages have hooks.
func Goals(main any) (all []Goal) {
	for _, p := range appendImported(nil, packageOf(main)) {
		all = append(all, p.Goals...)
	}
	return all
}
