package analyse

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// fact is what is known of the type of a message on some way: it is one, or it is not.
type fact struct {
	of   ssa.Value // what Receive has returned
	node int       // where it was received; 0 if that is not known
	kind string
	is   bool
	none bool // there is none: the receive has failed
}

// learned is what the outcome of a condition tells of the type of a message.
func (f *frame) learned(cond ssa.Value, is bool) []fact {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return f.learned(c.X, !is)
		}
	case *ssa.Extract:
		if a, ok := c.Tuple.(*ssa.TypeAssert); ok && c.Index == 1 {
			if isError(a.X.Type()) && is {
				return f.failed(a.X)
			}
			return f.tested(a.X, kindOf(a.AssertedType), is)
		}
	case *ssa.Call:
		if fn := c.Call.StaticCallee(); is && fn != nil && fn.String() == "errors.Is" {
			return f.failed(c.Call.Args[0])
		}
	case *ssa.BinOp:
		if isError(c.X.Type()) {
			y, ok := c.Y.(*ssa.Const)
			if isNil := ok && y.IsNil(); is == (isNil == (c.Op == token.NEQ)) {
				return f.failed(c.X)
			}
			return nil
		}
		x, ok := c.Y.(*ssa.MakeInterface)
		if !ok || c.Op != token.EQL && c.Op != token.NEQ {
			return nil
		}
		if is = is == (c.Op == token.EQL); is || empty(x.X) { // a struct with fields can be another one of its type
			return f.tested(c.X, kindOf(x.X.Type()), is)
		}
	}
	return nil
}

// failed is what is learned where the error of a receive is one: that there is no message.
func (f *frame) failed(err ssa.Value) []fact {
	if e, ok := err.(*ssa.Extract); ok {
		if c, ok := e.Tuple.(*ssa.Call); ok && f.takes[f.of(c)] != 0 {
			return []fact{{node: f.takes[f.of(c)], none: true}}
		}
	}
	return nil
}

// empty says whether a value is a struct without fields.
func empty(v ssa.Value) bool { return typeSize(v.Type()) == 0 }

// tested is what is learned of a message whose body was compared.
func (f *frame) tested(body ssa.Value, kinds value, is bool) []fact {
	load, ok := body.(*ssa.UnOp)
	if !ok || len(kinds) == 0 {
		return nil
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || fieldName(at.X.Type(), at.Field) != "Body" {
		return nil
	}
	x := fact{of: at.X, kind: kinds[0].key, is: is}
	if v := f.value(at.X); len(v) == 1 && v[0].sort == received {
		x.node = f.takes[v[0].key]
	}
	return []fact{x}
}

// known is what is known of the type of a message in a block.
func (f *frame) known(b *ssa.BasicBlock, m ssa.Value) (all []fact) {
	all = append(all, f.asks[m]...)
	for d := b.Idom(); d != nil; d = d.Idom() {
		x, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for i, s := range d.Succs {
			if len(s.Preds) == 1 && s.Dominates(b) {
				all = append(all, f.learned(x.Cond, i == 0)...)
			}
		}
	}
	return slices.DeleteFunc(all, func(x fact) bool { return x.of != m })
}

// passed is what a function knows of the messages that it is given.
func (f *frame) passed(s *site, fn *ssa.Function) map[ssa.Value][]fact {
	all := map[ssa.Value][]fact{}
	for i, a := range s.Args {
		if i >= len(fn.Params) {
			break
		}
		for _, x := range f.known(s.block, a) {
			x.of = fn.Params[i]
			all[x.of] = append(all[x.of], x)
		}
	}
	return all
}

// when notes what an edge tells of messages.
func (k *walker) when(from, to int, facts []fact) {
	if len(facts) > 0 {
		k.facts[edge{from, to}] = facts
	}
}

// allow says whether a message of one of some types can be what facts tell of.
func allow(facts []fact, kinds value) bool {
	if !kinds.known() {
		return true
	}
	for _, x := range facts {
		if x.is && !slices.Contains(kinds, atom{sort: kind, key: x.kind}) {
			return false
		}
		if !x.is && len(kinds) == 1 && kinds[0].key == x.kind {
			return false
		}
	}
	return true
}
