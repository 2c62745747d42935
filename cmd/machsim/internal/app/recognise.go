//go:build !wasm

package app

import (
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"

	"machsim/cmd/machsim/internal/analyse"
	"machsim/debugger"
	"machsim/kernel"
)

// pointsOf finds where processes of a program may know of each other, in its source: where that was when the program
// was built. Where one call stands for several of the graph, only what all of them know counts.
func pointsOf(p *kernel.Program) (all []debugger.HaltPoint, err error) {
	found, err := analyse.Load(sourceOf(p), ".")
	if err != nil {
		return nil, fmt.Errorf("simultaneous needs the program's source, to find where processes know of each other: %w", err)
	}
	i := slices.IndexFunc(found, func(x *analyse.Program) bool { return x.Name == p.Name })
	if i < 0 {
		return nil, fmt.Errorf("there is no program %s in %s", p.Name, sourceOf(p))
	}
	r := found[i].Analyse().Report()
	for _, u := range r.Unknown {
		if u.Open {
			return nil, fmt.Errorf("not all of %s was followed, so nothing is claimed of what its processes know: %s: %s",
				p.Name, u.Where, u.What)
		}
	}
	return haltPoints(r), nil
}

// sourceOf is the directory of a program's source when it was built.
func sourceOf(p *kernel.Program) string {
	pc := reflect.ValueOf(p.Main).Pointer()
	file, _ := runtime.FuncForPC(pc).FileLine(pc)
	return filepath.Dir(file)
}

// haltPoints are the points of a program by the calls before which they are.
func haltPoints(r *analyse.Report) (all []debugger.HaltPoint) {
	byNode := map[int]*analyse.Point{}
	for i := range r.Points {
		byNode[r.Points[i].Node] = &r.Points[i]
	}
	for _, p := range r.Processes {
		at := map[string]int{} // by call: its place in all
		for _, n := range p.Nodes {
			if n.Wait || p.Family {
				continue
			}
			var told []analyse.Told
			if x := byNode[n.ID]; x != nil {
				told = x.Told
			}
			if i, known := at[n.Where]; known {
				all[i].Told = common(all[i].Told, asTold(told))
				continue
			}
			at[n.Where] = len(all)
			all = append(all, debugger.HaltPoint{Process: p.Name, Where: n.Where, Told: asTold(told)})
		}
	}
	return slices.DeleteFunc(all, func(x debugger.HaltPoint) bool { return len(x.Told) == 0 })
}

func asTold(told []analyse.Told) (all []debugger.HaltTold) {
	for _, t := range told {
		all = append(all, debugger.HaltTold(t))
	}
	return all
}

// common are those of whom both tell, in the same way.
func common(a, b []debugger.HaltTold) []debugger.HaltTold {
	return slices.DeleteFunc(a, func(x debugger.HaltTold) bool {
		return !slices.ContainsFunc(b, func(y debugger.HaltTold) bool { return reflect.DeepEqual(x, y) })
	})
}
