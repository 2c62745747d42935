package analyse

import (
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// TestSummaries sees that every call that a program can make of machsim has a summary, and every summary a call: all
// exported functions and methods by which one who has a thread, or sets up a run, can do something.
func TestSummaries(t *testing.T) {
	found := map[string]bool{}
	all, err := list(".", "machsim/netname/callrpc")
	if err != nil {
		t.Fatal(err)
	}
	l := &loader{fset: token.NewFileSet(), exports: map[string]string{}, read: map[string]*types.Package{}}
	all[len(all)-1].DepOnly = true
	if _, err := l.load(all); err != nil {
		t.Fatal(err)
	}
	for _, path := range summarised {
		p, err := l.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, fn := range exported(p) {
			name := fn.FullName()
			if found[name] = true; summaries[name] == nil && reaches(fn) {
				t.Errorf("%s has no summary", name)
			}
		}
	}
	for name := range summaries {
		if !found[name] {
			t.Errorf("there is no %s", name)
		}
	}
	if t.Logf("%d summaries", len(summaries)); len(summaries) < 150 {
		t.Error("so few summaries")
	}
}

// exported are the functions and methods that other packages can call.
func exported(p *types.Package) (all []*types.Func) {
	for _, name := range p.Scope().Names() {
		switch o := p.Scope().Lookup(name).(type) {
		case *types.Func:
			if o.Exported() {
				all = append(all, o)
			}
		case *types.TypeName:
			if n, ok := o.Type().(*types.Named); ok && o.Exported() {
				for i := range n.NumMethods() {
					if m := n.Method(i); m.Exported() {
						all = append(all, m)
					}
				}
			}
		}
	}
	return all
}

// debuggers are the types of those who make runs: a program in one has none of them.
var debuggers = []string{"Machine", "Feeder", "Config", "Program", "Player", "Pool"}

// reaches says whether a call is given a thread, or what sets up a run.
func reaches(fn *types.Func) bool {
	s := fn.Signature()
	if r := s.Recv(); r != nil {
		if slices.ContainsFunc(debuggers, func(n string) bool { return isNamed(r.Type(), kernelPath, n) }) {
			return false
		}
		if acts(r.Type(), 0) {
			return true
		}
	}
	for i := range s.Params().Len() {
		if p := s.Params().At(i).Type(); acts(p, 0) && !isNamed(p, kernelPath, "Config") && fn.Name() != "Leave" {
			return true
		}
	}
	return false
}
