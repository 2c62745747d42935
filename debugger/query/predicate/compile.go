package predicate

import (
	"fmt"
	"reflect"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/ipc"
	"machsim/kernel"
)

// source is the text from which expressions are compiled.
type source struct{ lang.Source }

// Frame holds the inputs of an expression.
type Frame struct {
	vars  []kernel.Variable // the variables of its thread
	msg   *ipc.Message      // in the condition of a place: the message of the call, nil if there is none
	Atoms []eval.Value      // the values of its atoms
	Clash *lang.Mistake     // the first operation whose operands had wrong kinds
}

// Eval is a compiled expression. Its value is missing where Go would panic; a mistake in it is the frame's Clash.
type Eval = eval.Code[*Frame]

// Compile compiles an expression to a closure.
func (s source) Compile(t *Expr) Eval { return s.noting(s.part(t).Code) }

// condition compiles an expression to a closure whose value is true, false or missing.
func (s source) condition(t *Expr) Eval { return s.noting(s.compiler().Truth(s.part(t))) }

// noting notes a mistake that an expression comes to.
func (s source) noting(code Eval) Eval {
	return func(f *Frame) eval.Value {
		v := code(f)
		if v.IsMistake() {
			if f.Clash == nil {
				f.Clash = v.Failure().Mistake(s.Source)
			}
			return eval.Value{}
		}
		return v
	}
}

func (s source) compiler() *eval.Compiler[*Frame] {
	return &eval.Compiler[*Frame]{Source: s.Source, Call: called}
}

// called calls a method of a value. One that panics, or makes a kernel call, has no value.
func called(method string, f func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the method %s panics: %v", method, v)
		}
	}()
	f()
	return nil
}

// part compiles a part of an expression.
func (s source) part(t *Expr) eval.Part[*Frame] {
	kids := text.Each(t.Kids, s.part)
	code := s.code(t, kids)
	if (t.Op == lang.Compare || t.Op == lang.Arithmetic) && t.ofMessage() {
		code = uncertain(code)
	}
	return eval.Part[*Frame]{Code: code, Node: t.node, At: t.at}
}

// uncertain is an operation on parts of messages: others have items of other kinds there, so a mistake is none.
func uncertain(code Eval) Eval {
	return func(f *Frame) eval.Value {
		v := code(f)
		if v.IsMistake() {
			return eval.Value{}
		}
		return v
	}
}

func (s source) code(t *Expr, kids []eval.Part[*Frame]) Eval {
	switch t.Op {
	case lang.Variable:
		return read(t.name)
	case OpAtom:
		n := t.Atom
		return func(f *Frame) eval.Value { return f.Atoms[n] }
	case lang.Aggregate:
		return s.gather(t, kids)
	case lang.MessageID, lang.MessageItem, lang.MessageType, field:
		return partOfMessage(t)
	case opNil:
		return func(*Frame) eval.Value { return eval.Of(reflect.Value{}) }
	case lang.Called:
		if t.to != nil {
			return s.compiler().Convert(t.to, t.node, kids[0])
		}
		return s.compiler().Method(t.Text, t.node, kids...)
	case lang.Function:
		if t.Text == sumOf {
			return s.summed(t, kids[0])
		}
	}
	return s.compiler().Operation(t.Op, t.Text, t.node, t.at, kids...)
}

// read reads a variable.
func read(name string) Eval {
	return func(f *Frame) eval.Value {
		for i := range f.vars {
			if f.vars[i].Name == name {
				return eval.Quick(f.vars[i].Value)
			}
		}
		return eval.Value{}
	}
}

// text returns an expression as it was typed.
func (s source) text(t *Expr) string { return s.Text[t.node.At:t.node.To] }

// sumOf is the function of the parts of a sum of several threads: a list counts with the sum of its elements.
const sumOf = "sum of"

func (s source) summed(t *Expr, kid eval.Part[*Frame]) Eval {
	of := kid.Node
	total := s.compiler().Operation(lang.Function, "sum", of, t.at, kid)
	return func(f *Frame) eval.Value {
		switch v := kid.Code(f).Behind(); {
		case v.IsNumber() || v.Kind() == eval.None:
			return v
		case v.Kind() != eval.Other:
			return eval.Wrong(t.at, "%s is %s; the sum is made of numbers", s.text(t.Kids[0]), v.Kind())
		}
		return total(f)
	}
}

// gather compiles a sum, count, min or max. A sum is known when all its parts are; min and max are those
// of the known parts.
func (s source) gather(t *Expr, kids []eval.Part[*Frame]) Eval {
	if t.Text == "count" {
		return s.count(kids)
	}
	return func(f *Frame) eval.Value {
		var all eval.Value
		for i, k := range kids {
			v := k.Code(f).Behind()
			switch {
			case v.Kind() == eval.None && (v.IsMistake() || t.Text == "sum"):
				return v
			case v.Kind() == eval.None:
			case !v.IsNumber():
				return eval.Wrong(t.Kids[i].at, "%s is %s; the %s is made of numbers", s.text(t.Kids[i]), v.Kind(), t.Text)
			default:
				all = gathered(t.Text, all, v)
			}
		}
		return all
	}
}

// count compiles the number of conditions that hold.
func (s source) count(kids []eval.Part[*Frame]) Eval {
	all := text.Each(kids, func(k eval.Part[*Frame]) Eval { return s.compiler().Truth(k) })
	return func(f *Frame) eval.Value {
		n := int64(0)
		for _, holds := range all {
			v := holds(f)
			if v.IsMistake() {
				return v
			}
			if v.True() {
				n++
			}
		}
		return eval.IntOf(n)
	}
}

func gathered(what string, all, v eval.Value) eval.Value {
	switch {
	case all.Kind() == eval.None:
		return v
	case what == "sum":
		sum, _ := eval.Add(&all, &v)
		return sum
	case what == "min" && eval.Less(&v, &all), what == "max" && eval.Less(&all, &v):
		return v
	}
	return all
}
