//go:build !wasm

package source

import (
	"fmt"
	"reflect"
	"slices"

	"machsim/cmd/machsim/internal/analyse"
	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
	"machsim/debugger/face/wire"
	"machsim/kernel"
)

// PointsOf finds where processes of a program may know of each other, in its source. Where one call stands for several
// of the graph, only what all of them know counts.
func PointsOf(m *cli.Machsim, p *kernel.Program) (all []debugger.HaltPoint, err error) {
	r, err := reportOf(m, p)
	if err != nil {
		return nil, fmt.Errorf("simultaneous needs the program's source, to find where processes know of each other: %w", err)
	}
	for _, u := range r.Unknown {
		if u.Open {
			return nil, fmt.Errorf("not all of %s was followed, so nothing is claimed of what its processes know: %s: %s",
				p.Name, u.Where, u.What)
		}
	}
	return haltPoints(r), nil
}

// reportOf reads a program's source.
func reportOf(m *cli.Machsim, p *kernel.Program) (*analyse.Report, error) {
	pkg, err := packageOf(m, p)
	if err != nil {
		return nil, err
	}
	all, err := reports(pkg.Dir, ".", p.Name)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Analysed returns what tells a page of that.
func Analysed(m *cli.Machsim) func(p *kernel.Program) (*wire.Analysed, error) {
	return func(p *kernel.Program) (*wire.Analysed, error) {
		r, err := reportOf(m, p)
		if err != nil {
			return nil, err
		}
		picture := r.Picture()
		x := &wire.Analysed{Picture: picture.SVG, Width: picture.Width, Height: picture.Height,
			Says: r.Says()}
		for _, b := range picture.Boxes {
			x.Boxes = append(x.Boxes, wire.AnalysedBox(b))
		}
		return x, nil
	}
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
			var told []debugger.HaltTold
			if x := byNode[n.ID]; x != nil {
				told = x.Told
			}
			if i, known := at[n.Where]; known {
				all[i].Told = common(all[i].Told, told)
				continue
			}
			at[n.Where] = len(all)
			all = append(all, debugger.HaltPoint{Process: p.Name, Where: n.Where, Told: slices.Clone(told)})
		}
	}
	return slices.DeleteFunc(all, func(x debugger.HaltPoint) bool { return len(x.Told) == 0 })
}

// common are those of whom both tell, in the same way.
func common(a, b []debugger.HaltTold) []debugger.HaltTold {
	return slices.DeleteFunc(a, func(x debugger.HaltTold) bool {
		return !slices.ContainsFunc(b, func(y debugger.HaltTold) bool { return reflect.DeepEqual(x, y) })
	})
}
