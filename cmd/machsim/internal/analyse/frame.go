package analyse

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// frame is a function in a context: one chain of calls that leads to it.
type frame struct {
	*walker
	fn         *ssa.Function
	key        string // the context
	args, free []value
	caller     *frame
	from       *ssa.CallCommon // where that calls it
	calls      []string        // the lines of the calls that lead here, from the first one
	loop       bool            // its caller calls it in a loop
	start, to  int             // its first node, and that at which it is over
	asks       map[ssa.Value][]fact
	memo       map[ssa.Value]value
	deferred   []*ssa.Defer
}

// of names something of the function in its context.
func (f *frame) of(v ssa.Value) string { return f.key + "." + v.Name() }

// parameter and returned are where it is kept what a function is given and gives.
func (f *frame) parameter(n int) string { return f.key + ".parameter" + strconv.Itoa(n) }
func (f *frame) returned(n int) string  { return f.key + ".returned" + strconv.Itoa(n) }

// value is what a value of the function can be.
func (f *frame) value(v ssa.Value) value {
	if known, ok := f.memo[v]; ok {
		return known
	}
	f.memo[v] = f.cells[f.of(v)] // where it depends on itself: what was found so far
	f.memo[v] = f.compute(v)
	if _, ok := v.(*ssa.Phi); ok {
		f.put(f.of(v), f.memo[v])
		f.memo[v] = f.cells[f.of(v)]
	}
	return f.memo[v]
}

func (f *frame) compute(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		return f.constant(v)
	case *ssa.Function:
		return f.function(v.String(), closure{fn: v})
	case *ssa.MakeClosure:
		c := closure{fn: v.Fn.(*ssa.Function)}
		for _, b := range v.Bindings {
			c.free = append(c.free, f.value(b))
		}
		return f.function(f.of(v), c)
	case *ssa.Parameter:
		n := slices.Index(f.fn.Params, v)
		return part(f.args, n).with(f.cells[f.parameter(n)])
	case *ssa.FreeVar:
		return part(f.free, slices.Index(f.fn.FreeVars, v))
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return value{{sort: cell, key: f.of(v)}}
	case *ssa.Global:
		if f.fn.Prog.Package(v.Pkg.Pkg) == nil || len(v.Pkg.Func("init").Blocks) == 0 {
			return f.foreign(v.Type())
		}
		return value{{sort: cell, key: v.String()}}
	case *ssa.Phi:
		var all value
		for _, e := range v.Edges {
			all = all.with(f.value(e))
		}
		return all
	case *ssa.Call:
		return f.cells[f.of(v)+"#0"]
	case *ssa.Extract:
		return f.extract(v)
	}
	return f.derived(v)
}

// constant is a value that stands in the text. A number is no right, but for none at all.
func (f *frame) constant(c *ssa.Const) value {
	switch {
	case c.Value != nil && c.Value.Kind() == constant.String:
		return value{{sort: text, key: constant.StringVal(c.Value)}}
	case c.Value != nil && isName(c.Type()) && constant.Sign(c.Value) != 0:
		return anything
	}
	return nil
}

// foreign is what a value of another package can be, of a type.
func (f *frame) foreign(t types.Type) value {
	if p, ok := t.Underlying().(*types.Pointer); ok && (isError(p.Elem()) || plain(p.Elem())) || plain(t) || isError(t) {
		return nil
	}
	if isText(t) {
		return anyText
	}
	return anything
}

func (f *frame) extract(v *ssa.Extract) value {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return f.cells[f.of(t)+"#"+strconv.Itoa(v.Index)]
	case *ssa.Next:
		if v.Index == 0 || t.IsString {
			return nil
		}
		at := f.value(t.Iter).in([]string{"", "{}", "[]"}[v.Index])
		if isStruct(v) {
			return at
		}
		return f.held(at)
	}
	if v.Index == 0 {
		return f.value(v.Tuple)
	}
	return nil
}

// derived is a value that is made of another one.
func (f *frame) derived(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return f.value(v.X).in(fieldName(v.X.Type(), v.Field))
	case *ssa.IndexAddr:
		return f.value(v.X).in("[]")
	case *ssa.Field:
		return f.load(f.value(v.X).in(fieldName(v.X.Type(), v.Field)), v)
	case *ssa.Index:
		return f.load(f.value(v.X).in("[]"), v)
	case *ssa.Lookup:
		if isText(v.X.Type()) {
			return nil
		}
		return f.load(f.value(v.X).in("[]"), v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.load(f.value(v.X), v)
		}
		if v.Op == token.ARROW {
			return anything
		}
		return nil
	case *ssa.BinOp:
		if v.Op == token.ADD && isText(v.Type()) {
			return joined(f.value(v.X), f.value(v.Y))
		}
		return nil
	case *ssa.MakeInterface:
		return f.value(v.X).with(kindOf(v.X.Type()))
	case *ssa.TypeAssert:
		return f.asserted(v)
	case *ssa.Convert:
		if isText(v.Type()) && !isText(v.X.Type()) {
			return anyText
		}
		return f.value(v.X)
	case *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MultiConvert, *ssa.Slice, *ssa.SliceToArrayPointer, *ssa.Range:
		return f.value(*v.(ssa.Instruction).Operands(nil)[0]) // X
	}
	return anything
}

// asserted is what an interface holds: of a struct no type is kept beside it.
func (f *frame) asserted(v *ssa.TypeAssert) (all value) {
	for _, a := range f.value(v.X) {
		if a.sort != kind || types.IsInterface(v.AssertedType) {
			all = append(all, a)
		}
	}
	return all
}

// load is what stands at an address: a struct is where it stands.
func (f *frame) load(from value, v ssa.Value) value {
	if isStruct(v) {
		return from
	}
	return f.held(from)
}

// held is what some places hold.
func (w *world) held(at value) (all value) {
	for _, a := range at {
		all = all.with(w.hold(a, 0))
	}
	return all
}

// function is a value that is a function.
func (f *frame) function(key string, c closure) value {
	f.bound[key] = c
	return value{{sort: function, key: key}}
}

// part is one of some values; anything if there are too few.
func part(all []value, n int) value {
	if n < 0 || n >= len(all) {
		return anything
	}
	return all[n]
}
