package analyse

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// frame is a function in a context: one chain of calls that leads to it.
type frame struct {
	*walker
	fn         *ssa.Function
	key        string // the context
	args, free []value
	stack      []*ssa.Function
	memo       map[ssa.Value]value
}

// of names something of the function in its context.
func (f *frame) of(v ssa.Value) string { return f.key + "/" + f.fn.Name() + "." + v.Name() }

// value is what a value of the function can be.
func (f *frame) value(v ssa.Value) value {
	if known, ok := f.memo[v]; ok {
		return known
	}
	if f.memo == nil {
		f.memo = map[ssa.Value]value{}
	}
	f.memo[v] = anything // where it depends on itself
	f.memo[v] = f.compute(v)
	return f.memo[v]
}

func (f *frame) compute(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return value{{sort: text, key: constant.StringVal(v.Value)}}
		}
		return nil
	case *ssa.Function:
		return f.function(v.String(), closure{fn: v})
	case *ssa.MakeClosure:
		c := closure{fn: v.Fn.(*ssa.Function)}
		for _, b := range v.Bindings {
			c.free = append(c.free, f.value(b))
		}
		return f.function(f.of(v), c)
	case *ssa.Parameter:
		return part(f.args, slices.Index(f.fn.Params, v))
	case *ssa.FreeVar:
		return part(f.free, slices.Index(f.fn.FreeVars, v))
	case *ssa.Alloc:
		return value{{sort: cell, key: f.of(v)}}
	case *ssa.Global:
		if v.Pkg != f.pkg {
			return anything
		}
		return value{{sort: cell, key: v.String()}}
	case *ssa.Phi:
		var all value
		for _, e := range v.Edges {
			all = all.with(f.value(e))
		}
		return all
	case *ssa.Call:
		return f.cells[f.result(v, 0)]
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return f.cells[f.result(c, v.Index)]
		}
		return anything
	}
	return f.derived(v)
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
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.load(f.value(v.X), v)
		}
		if v.Op == token.ARROW {
			return anything
		}
		return nil
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return anything // a text that is made of others
		}
		return nil
	case *ssa.ChangeType:
		return f.value(v.X)
	case *ssa.Convert:
		return f.value(v.X)
	case *ssa.MakeInterface:
		return f.value(v.X)
	case *ssa.ChangeInterface:
		return f.value(v.X)
	case *ssa.Slice:
		return f.value(v.X)
	}
	return anything
}

// load is what stands at an address: a struct is where it stands.
func (f *frame) load(from value, v ssa.Value) (all value) {
	if isStruct(v) {
		return from
	}
	for _, a := range from {
		all = all.with(f.hold(a, 0))
	}
	return all
}

// function is a value that is a function.
func (f *frame) function(key string, c closure) value {
	f.bound[key] = c
	return value{{sort: function, key: key}}
}

// result names a result of a call.
func (f *frame) result(c *ssa.Call, n int) string { return f.of(c) + "#" + string(rune('0'+n)) }

// part is one of some values; anything if there are too few.
func part(all []value, n int) value {
	if n < 0 || n >= len(all) {
		return anything
	}
	return all[n]
}
