package predicate

import (
	"fmt"
	"reflect"

	"machsim/debugger/lang"
	"machsim/ipc"
	"machsim/kernel"
)

// source is the text of expressions that are made ready.
type source struct{ lang.Source }

// frame is what an expression is evaluated over.
type frame struct {
	vars   []kernel.Variable // what its thread shows
	msg    *ipc.Message      // of a place's condition: what its call sends or receives; nil if there is none
	leaves []Value           // what its leaves are
	clash  *lang.Mistake     // the first operation that its values could not take part in
}

// eval is an expression that was made ready.
type eval func(*frame) Value

// compile makes an expression ready.
func (s source) compile(t *term) eval {
	var kids []eval
	for _, k := range t.kids {
		kids = append(kids, s.compile(k))
	}
	switch t.op {
	case lang.Literal:
		v := t.literal()
		return func(*frame) Value { return v }
	case lang.Variable:
		return read(t.name)
	case leafed:
		n := t.leaf
		return func(f *frame) Value { return f.leaves[n] }
	case lang.Member, lang.Element:
		return s.part(t, kids)
	case lang.Length, lang.Total, lang.Negative:
		return s.function(t, kids[0])
	case lang.Arithmetic, lang.Compare:
		return s.operation(t, kids[0], kids[1])
	case lang.Not:
		return func(f *frame) Value { return inverse(s.truth(f, t.kids[0], kids[0])) }
	case lang.And, lang.Or:
		return s.junction(t, kids)
	case lang.Aggregate:
		return s.gather(t, kids)
	case lang.MessageID, lang.MessageItem, lang.MessageType, field:
		return partOfMessage(t)
	}
	panic(fmt.Sprintf("predicate: term %d cannot be evaluated", t.op))
}

// read reads a variable.
func read(name string) eval {
	return func(f *frame) Value {
		for i := range f.vars {
			if f.vars[i].Name == name {
				return quick(f.vars[i].Value)
			}
		}
		return Value{}
	}
}

// quick is of for a value as it comes; the most frequent types need no reflection.
func quick(x any) Value {
	switch x := x.(type) {
	case int:
		return integer(int64(x))
	case bool:
		return boolean(x)
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

// wrong notes that a value cannot take part in an operation.
func (s source) wrong(f *frame, t *term, format string, args ...any) Value {
	if f.clash == nil {
		f.clash = s.Mistake(t.at, format, args...)
	}
	return Value{}
}

// text is a term as it was typed.
func (s source) text(t *term) string { return s.Text[t.node.At:t.node.To] }

// truth is what a condition is: a Bool or None.
func (s source) truth(f *frame, t *term, e eval) Value {
	v := e(f)
	if v.Kind != Bool && v.Kind != None {
		return s.wrong(f, t, "%s is %s, and not true or false; compare it with something", s.text(t), v.Kind)
	}
	return v
}

func inverse(v Value) Value {
	if v.Kind == Bool {
		v = boolean(v.bits == 0)
	}
	return v
}

// junction is and, or or: of a value that is missing the outcome may be known all the same.
func (s source) junction(t *term, kids []eval) eval {
	decides := t.op == lang.Or
	return func(f *frame) Value {
		result := boolean(!decides)
		for i, k := range kids {
			switch v := s.truth(f, t.kids[i], k); {
			case v.Kind == None:
				result = v
			case v.True() == decides:
				return v
			}
		}
		return result
	}
}

func (s source) operation(t *term, a, b eval) eval {
	do := computed
	if t.op == lang.Compare {
		do = compared
	}
	return func(f *frame) Value {
		x, y := a(f), b(f)
		v, ok := do(t.text, &x, &y)
		if !ok && t.ofMessage() {
			return Value{} // other messages have other items there
		}
		if !ok {
			return s.wrong(f, t, "%s is %s and %s is %s; %q cannot be used between them", s.text(t.kids[0]), x.Kind, s.text(t.kids[1]), y.Kind, t.text)
		}
		return v
	}
}

func (s source) function(t *term, kid eval) eval {
	return func(f *frame) Value {
		v := kid(f)
		switch {
		case v.Kind == None:
			return v
		case t.op == lang.Negative && numeric(&v):
			w, _ := computed("-", &Value{Kind: Int}, &v)
			return w
		case t.op == lang.Length && v.Kind == Text:
			return integer(int64(len(v.text)))
		case t.op == lang.Length && hasLength(&v):
			return integer(int64(v.rv.Len()))
		case t.op == lang.Total && hasElements(&v):
			return s.total(f, t, v.rv)
		case t.op == lang.Total && t.text == "sum" && numeric(&v):
			return v // of several threads
		case t.op == lang.Total && t.text == "sum":
			return s.wrong(f, t, "%s is %s; the sum is made of numbers", s.text(t.kids[0]), v.Kind)
		}
		return s.wrong(f, t, "%s is %s; %s cannot be made of it", s.text(t.kids[0]), v.Kind, s.text(t))
	}
}

func hasLength(v *Value) bool {
	return hasElements(v) || v.Kind == Other && (v.rv.Kind() == reflect.Map || v.rv.Kind() == reflect.Chan)
}

func hasElements(v *Value) bool {
	return v.Kind == Other && (v.rv.Kind() == reflect.Slice || v.rv.Kind() == reflect.Array)
}

// total is the sum of the elements of a list.
func (s source) total(f *frame, t *term, rv reflect.Value) Value {
	sum := integer(0)
	for i := range rv.Len() {
		x := of(rv.Index(i))
		v, ok := computed("+", &sum, &x)
		if !ok {
			return s.wrong(f, t, "the elements of %s are no numbers", s.text(t.kids[0]))
		}
		sum = v
	}
	return sum
}

// part is a field or an element.
func (s source) part(t *term, kids []eval) eval {
	if t.op == lang.Member {
		return func(f *frame) Value {
			v := kids[0](f)
			return s.field(f, t, &v)
		}
	}
	return func(f *frame) Value {
		v, i := kids[0](f), kids[1](f)
		if v.Kind == None || i.Kind == None {
			return Value{}
		}
		return s.element(f, t, &v, &i)
	}
}

func (s source) field(f *frame, t *term, v *Value) Value {
	if v.Kind == None {
		return *v
	}
	if v.Kind != Other || v.rv.Kind() != reflect.Struct {
		return s.wrong(f, t, "%s: there are no fields here, so none that is called %s", s.text(t), t.text)
	}
	part := v.rv.FieldByName(t.text)
	if !part.IsValid() {
		return s.wrong(f, t, "%s: there is no field %s%s", s.text(t), t.text, near(t.text, fields(v.rv.Type()), "it has none"))
	}
	return of(part)
}

func fields(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		names = append(names, t.Field(i).Name)
	}
	return names
}

func (s source) element(f *frame, t *term, v, i *Value) Value {
	switch {
	case hasElements(v) && i.Kind == Int:
		if n := i.int(); n >= 0 && n < int64(v.rv.Len()) {
			return of(v.rv.Index(int(n)))
		}
		return Value{}
	case v.Kind == Other && v.rv.Kind() == reflect.Map:
		key := v.rv.Type().Key()
		if k := i.goValue(); k.IsValid() && k.CanConvert(key) && (k.Kind() == reflect.String) == (key.Kind() == reflect.String) {
			return of(v.rv.MapIndex(k.Convert(key)))
		}
	}
	return s.wrong(f, t, "%s has no elements that %s could tell apart", s.text(t.kids[0]), s.text(t.kids[1]))
}

// goValue is a value as Go has it; of one that can be no key, the zero Value.
func (v *Value) goValue() reflect.Value {
	switch v.Kind {
	case Bool:
		return reflect.ValueOf(v.bits != 0)
	case Int:
		return reflect.ValueOf(v.int())
	case Float:
		return reflect.ValueOf(v.float())
	case Text:
		return reflect.ValueOf(v.text)
	}
	return reflect.Value{}
}

// gather is a sum, count, min or max. A sum is known when all its parts are; the least
// and the greatest are those of the parts that there are.
func (s source) gather(t *term, kids []eval) eval {
	if t.text == "count" {
		return func(f *frame) Value {
			n := int64(0)
			for i, k := range kids {
				if v := s.truth(f, t.kids[i], k); v.True() {
					n++
				}
			}
			return integer(n)
		}
	}
	return func(f *frame) Value {
		var all Value
		for i, k := range kids {
			v := k(f)
			switch {
			case v.Kind == None && t.text == "sum":
				return v
			case v.Kind == None:
			case !numeric(&v):
				return s.wrong(f, t.kids[i], "%s is %s; the %s is made of numbers", s.text(t.kids[i]), v.Kind, t.text)
			default:
				all = gathered(t.text, all, v)
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
		sum, _ := computed("+", &all, &v)
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
