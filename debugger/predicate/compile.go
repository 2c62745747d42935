package predicate

import (
	"fmt"
	"reflect"
	"strings"

	"machsim/debugger/lang"
	"machsim/ipc"
	"machsim/kernel"
)

// source is the text from which expressions are compiled.
type source struct{ lang.Source }

// Frame holds the inputs of an expression.
type Frame struct {
	vars  []kernel.Variable // the variables of its thread
	msg   *ipc.Message      // in the condition of a place: the message of the call, nil if there is none
	Atoms []Value           // the values of its atoms
	Clash *lang.Mistake     // the first operation whose operands had wrong kinds
}

// Eval is a compiled expression.
type Eval func(*Frame) Value

// Compile compiles an expression to a closure.
func (s source) Compile(t *Expr) Eval {
	var kids []Eval
	for _, k := range t.Kids {
		kids = append(kids, s.Compile(k))
	}
	switch t.Op {
	case lang.Literal:
		v := t.Literal()
		return func(*Frame) Value { return v }
	case lang.Variable:
		return read(t.name)
	case OpAtom:
		n := t.Atom
		return func(f *Frame) Value { return f.Atoms[n] }
	case lang.Member, lang.Element:
		return s.part(t, kids)
	case lang.Function, lang.Unary:
		return s.function(t, kids[0])
	case lang.Arithmetic, lang.Compare:
		return s.operation(t, kids[0], kids[1])
	case lang.Not:
		return func(f *Frame) Value { return inverse(s.truth(f, t.Kids[0], kids[0])) }
	case lang.And, lang.Or:
		return s.junction(t, kids)
	case lang.Aggregate:
		return s.gather(t, kids)
	case lang.MessageID, lang.MessageItem, lang.MessageType, field:
		return partOfMessage(t)
	}
	panic(fmt.Sprintf("predicate: term %d cannot be evaluated", t.Op))
}

// read reads a variable.
func read(name string) Eval {
	return func(f *Frame) Value {
		for i := range f.vars {
			if f.vars[i].Name == name {
				return quick(f.vars[i].Value)
			}
		}
		return Value{}
	}
}

// quick makes a Value of a Go value, without reflection for the most frequent types.
func quick(x any) Value {
	switch x := x.(type) {
	case int:
		return integer(int64(x))
	case bool:
		return BoolOf(x)
	case string:
		return textual(x)
	case int64:
		return integer(x)
	case float64:
		return floating(x)
	case nil:
		return Value{}
	}
	return of(reflect.ValueOf(x))
}

// wrong notes that an operand has a wrong kind.
func (s source) wrong(f *Frame, t *Expr, format string, args ...any) Value {
	if f.Clash == nil {
		f.Clash = s.Mistake(t.at, format, args...)
	}
	return Value{}
}

// text returns an expression as it was typed.
func (s source) text(t *Expr) string { return s.Text[t.node.At:t.node.To] }

// truth evaluates a condition to a Bool or None.
func (s source) truth(f *Frame, t *Expr, e Eval) Value {
	v := e(f)
	if v.Kind != Bool && v.Kind != None {
		return s.wrong(f, t, "%s is %s, and not true or false; compare it with something", s.text(t), v.Kind)
	}
	return v
}

func inverse(v Value) Value {
	if v.Kind == Bool {
		v = BoolOf(v.bits == 0)
	}
	return v
}

// junction compiles and, or or. Its result may be known though the value of one part is missing.
func (s source) junction(t *Expr, kids []Eval) Eval {
	decides := t.Op == lang.Or
	return func(f *Frame) Value {
		result := BoolOf(!decides)
		for i, k := range kids {
			switch v := s.truth(f, t.Kids[i], k); {
			case v.Kind == None:
				result = v
			case v.True() == decides:
				return v
			}
		}
		return result
	}
}

func (s source) operation(t *Expr, a, b Eval) Eval {
	do := computed
	if t.Op == lang.Compare {
		do = compared
	}
	return func(f *Frame) Value {
		x, y := a(f), b(f)
		v, ok := do(t.Text, &x, &y)
		if !ok && t.ofMessage() {
			return Value{} // because other messages have items of other kinds there
		}
		if !ok {
			return s.wrong(f, t, "%s is %s and %s is %s; %q cannot be used between them",
				s.text(t.Kids[0]), x.Kind, s.text(t.Kids[1]), y.Kind, t.Text)
		}
		return v
	}
}

func (s source) function(t *Expr, kid Eval) Eval {
	return func(f *Frame) Value {
		v := kid(f)
		switch {
		case v.Kind == None:
			return v
		case t.Op == lang.Unary && IsNumber(&v):
			w, _ := computed("-", &Value{Kind: Int, typ: untyped}, &v)
			return w
		case t.Text == "len" && v.Kind == Text:
			return integer(int64(len(v.text)))
		case t.Text == "len" && hasLength(&v):
			return integer(int64(v.rv.Len()))
		case strings.HasPrefix(t.Text, "sum") && hasElements(&v):
			return s.total(f, t, v.rv)
		case t.Text == sumOf && IsNumber(&v):
			return v // of several threads
		case t.Text == sumOf:
			return s.wrong(f, t, "%s is %s; the sum is made of numbers", s.text(t.Kids[0]), v.Kind)
		}
		return s.wrong(f, t, "%s is %s; %s cannot be made of it", s.text(t.Kids[0]), v.Kind, s.text(t))
	}
}

// sumOf is the function of the parts of a sum of several threads.
const sumOf = "sum of"

func hasLength(v *Value) bool {
	return hasElements(v) || v.Kind == Other && (v.rv.Kind() == reflect.Map || v.rv.Kind() == reflect.Chan)
}

func hasElements(v *Value) bool {
	return v.Kind == Other && (v.rv.Kind() == reflect.Slice || v.rv.Kind() == reflect.Array)
}

// total sums the elements of a list: as ints, or as fractions.
func (s source) total(f *Frame, t *Expr, rv reflect.Value) Value {
	sum := integer(0)
	for i := range rv.Len() {
		x := of(rv.Index(i))
		v, ok := added(&sum, &x)
		if !ok {
			return s.wrong(f, t, "the elements of %s are no numbers", s.text(t.Kids[0]))
		}
		sum = v
	}
	return sum
}

// part compiles the access to a field or an element.
func (s source) part(t *Expr, kids []Eval) Eval {
	if t.Op == lang.Member {
		return func(f *Frame) Value {
			v := kids[0](f)
			return s.field(f, t, &v)
		}
	}
	return func(f *Frame) Value {
		v, i := kids[0](f), kids[1](f)
		if v.Kind == None || i.Kind == None {
			return Value{}
		}
		return s.element(f, t, &v, &i)
	}
}

func (s source) field(f *Frame, t *Expr, v *Value) Value {
	if v.Kind == None {
		return *v
	}
	if v.Kind != Other || v.rv.Kind() != reflect.Struct {
		return s.wrong(f, t, "%s: there are no fields here, so none that is called %s", s.text(t), t.Text)
	}
	part := v.rv.FieldByName(t.Text)
	if !part.IsValid() {
		return s.wrong(f, t, "%s: there is no field %s%s",
			s.text(t), t.Text, near(t.Text, fields(v.rv.Type()), "it has none"))
	}
	return of(part)
}

func fields(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		names = append(names, t.Field(i).Name)
	}
	return names
}

func (s source) element(f *Frame, t *Expr, v, i *Value) Value {
	switch {
	case hasElements(v) && i.Kind == Int:
		if n := i.Int(); n >= 0 && n < int64(v.rv.Len()) {
			return of(v.rv.Index(int(n)))
		}
		return Value{}
	case v.Kind == Other && v.rv.Kind() == reflect.Map:
		key := v.rv.Type().Key()
		k := i.goValue()
		// Go converts a number to a string of one character, which nobody means by an index.
		if k.IsValid() && k.CanConvert(key) && (k.Kind() == reflect.String) == (key.Kind() == reflect.String) {
			return of(v.rv.MapIndex(k.Convert(key)))
		}
	}
	return s.wrong(f, t, "%s has no elements that %s could tell apart", s.text(t.Kids[0]), s.text(t.Kids[1]))
}

// goValue returns a value as Go has it; the zero Value if it cannot be a key.
func (v *Value) goValue() reflect.Value {
	switch v.Kind {
	case Bool:
		return reflect.ValueOf(v.bits != 0)
	case Int:
		if v.unsigned() {
			return reflect.ValueOf(v.bits)
		}
		return reflect.ValueOf(v.Int())
	case Float:
		return reflect.ValueOf(v.Float())
	case Text:
		return reflect.ValueOf(v.text)
	}
	return reflect.Value{}
}

// gather compiles a sum, count, min or max. A sum is known when all its parts are; min and max are those
// of the known parts.
func (s source) gather(t *Expr, kids []Eval) Eval {
	if t.Text == "count" {
		return func(f *Frame) Value {
			n := int64(0)
			for i, k := range kids {
				if v := s.truth(f, t.Kids[i], k); v.True() {
					n++
				}
			}
			return integer(n)
		}
	}
	return func(f *Frame) Value {
		var all Value
		for i, k := range kids {
			v := k(f)
			switch {
			case v.Kind == None && t.Text == "sum":
				return v
			case v.Kind == None:
			case !IsNumber(&v):
				return s.wrong(f, t.Kids[i], "%s is %s; the %s is made of numbers", s.text(t.Kids[i]), v.Kind, t.Text)
			default:
				all = gathered(t.Text, all, v)
			}
		}
		return all
	}
}

func gathered(what string, all, v Value) Value {
	if all.Kind == None {
		return v
	}
	if what == "sum" {
		sum, _ := added(&all, &v)
		return sum
	}
	less := "<"
	if what == "max" {
		less = ">"
	}
	if first, _ := compared(less, &v, &all); first.True() {
		return v
	}
	return all
}
