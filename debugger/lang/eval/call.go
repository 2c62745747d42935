package eval

import (
	"go/token"
	"reflect"

	"machsim/debugger/lang"
)

// function is one of Go's, or sum.
type function struct {
	name  string
	text  string
	at    int
	sides []side
}

// size is len, cap or sum of a value.
func (f *function) size(v Value) Value {
	if v.sort == failed {
		return v
	}
	if v.sort == other && v.rv.Kind() == reflect.Pointer && f.name != "sum" {
		if t := v.rv.Type().Elem(); t.Kind() == reflect.Array {
			return IntOf(int64(t.Len()))
		}
	}
	w := v.Behind()
	if w.sort == failed {
		return missing(f.sides[0].at, "%s is nil here", f.sides[0].text)
	}
	rv := w.typed().Reflect()
	switch k := rv.Kind(); {
	case k == reflect.String && f.name == "len", k == reflect.Map && f.name == "len":
		return IntOf(int64(rv.Len()))
	case f.name == "sum" && (k == reflect.Slice || k == reflect.Array):
		return f.total(rv)
	case f.name == "sum" || k != reflect.Slice && k != reflect.Array && k != reflect.Chan:
		return Wrong(f.at, "%s is %s; %s cannot be made of it", f.sides[0].text, w.kindName(), f.text)
	case f.name == "cap":
		return IntOf(int64(rv.Cap()))
	}
	return IntOf(int64(rv.Len()))
}

// total sums the elements of a list: as ints, or as fractions.
func (f *function) total(list reflect.Value) Value {
	sum := IntOf(0)
	for i := range list.Len() {
		x, ok := Of(list.Index(i)).Behind(), false
		if sum, ok = Add(&sum, &x); !ok {
			return Wrong(f.at, "the elements of %s are no numbers", f.sides[0].text)
		}
	}
	return sum
}

// better is the first of two values in the order of min, or of max.
func (f *function) better(best, v Value, i int) Value {
	less := binary{op: token.LSS, sign: "<", at: f.at, sides: [2]side{f.sides[0], f.sides[i]}}
	is := less.apply(&best, &v)
	if is.sort == failed {
		return is
	}
	if best.isConstant() && v.isConstant() {
		if is.True() != (f.name == "min") {
			return v
		}
		return best
	}
	x, y := f.matched(&best, &v)
	switch {
	case x.Kind() == Float: // of zeros with different signs, and of what is no number, Go knows which comes first
		if f.name == "min" {
			return x.fraction(min(x.Float(), y.Float()))
		}
		return x.fraction(max(x.Float(), y.Float()))
	case is.True() == (f.name == "min"):
		return x
	}
	return y
}

// matched gives two values, which can be compared, one type.
func (f *function) matched(a, b *Value) (x, y Value) {
	x, y = a.Behind(), b.Behind()
	x.rv, y.rv = reflect.Value{}, reflect.Value{}
	if x.isConstant() {
		if w, ok := x.like(&y); ok {
			return w, y
		}
	} else if y.isConstant() {
		if w, ok := y.like(&x); ok {
			return x, w
		}
	}
	if x, y = x.typed(), y.typed(); x.IsNumber() && (x.kind != y.kind || x.more != y.more) {
		return common(&x, &y)
	}
	return x, y
}

// conversion converts a value to a type.
type conversion struct {
	to   reflect.Type
	at   int
	side side
}

func (c *conversion) apply(v Value) Value {
	if v.sort == failed {
		return v
	}
	if v.isConstant() {
		if rv, ok := v.as(c.to); ok {
			return computed(rv)
		}
		if k := c.to.Kind(); v.sort == untypedNil || v.sort == untypedFloat || k != reflect.String && k != reflect.Slice {
			return Wrong(c.at, "%s does not fit into %s", c.side.text, c.to)
		}
	}
	rv := v.Reflect()
	if !rv.IsValid() || !rv.CanConvert(c.to) {
		return Wrong(c.at, "a value of type %s cannot be converted to %s", v.Type(), c.to)
	}
	return computed(rv.Convert(c.to))
}

// Caller calls f, which calls a method of the program; its error says why it did not return.
type Caller = func(method string, f func()) error

// Teller is a Scope that knows what methods return that cannot be called there: those that ask the kernel.
type Teller interface {
	Tell(receiver any, method string) (answer any, ok bool)
}

// method is one of a value, called on a copy of it.
type method struct {
	name  string
	at    int    // of the name
	sides []side // the receiver, and the arguments
	call  Caller
	tell  Teller // nil for none
}

// told is what a method returns that is not called.
func (m *method) told(receiver reflect.Value) (v Value, ok bool) {
	if m.tell == nil || !receiver.CanInterface() || len(m.sides) != 1 {
		return v, false
	}
	answer, ok := m.tell.Tell(receiver.Interface(), m.name)
	return Of(reflect.ValueOf(answer)), ok
}

// methodOf is an exported method of a value or of its address; invalid if there is none.
func methodOf(v reflect.Value, name string) reflect.Value {
	if !v.IsValid() {
		return v
	}
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if m := v.MethodByName(name); m.IsValid() {
		return m
	}
	if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
		return addressable(v).Addr().MethodByName(name)
	}
	return reflect.Value{}
}

func (m *method) apply(all []Value) Value {
	if len(all) == 1 && all[0].sort != failed {
		if v, ok := m.told(all[0].typed().Reflect()); ok {
			return v
		}
	}
	out, bad := m.run(all)
	switch {
	case bad.more != nil:
		return bad
	case len(out) != 1:
		return Wrong(m.sides[0].at, "%s returns %d values, and one is needed here", m.name, len(out))
	}
	return Of(out[0])
}

// run calls the method on a copy of the receiver; bad says why it could not.
func (m *method) run(all []Value) (out []reflect.Value, bad Value) {
	for _, v := range all {
		if v.sort == failed {
			return nil, v
		}
	}
	receiver := all[0].typed().Reflect()
	if !receiver.IsValid() {
		return nil, Wrong(m.sides[0].at, "%s has no parts", m.sides[0].text)
	}
	copied, bad := m.sides[0].scratch(receiver)
	if bad.more != nil {
		return nil, bad
	}
	f := methodOf(copied, m.name)
	switch {
	case !f.IsValid():
		return nil, Wrong(m.at, "a value of type %s has no method %q that can be called from here", receiver.Type(), m.name)
	case receiver.Kind() == reflect.Interface && receiver.IsNil():
		return nil, missing(m.sides[0].at, "%s is nil here", m.sides[0].text)
	}
	args, bad := m.arguments(f.Type(), all[1:])
	if bad.more != nil {
		return nil, bad
	}
	if err := m.call(m.name, func() { out = f.Call(args) }); err != nil {
		return nil, missing(m.sides[0].at, "%v", err)
	}
	return out, bad
}

// arguments are copies of a method's arguments, of the types that it takes.
func (m *method) arguments(t reflect.Type, all []Value) (args []reflect.Value, bad Value) {
	if n := t.NumIn(); t.IsVariadic() && len(all) < n-1 || !t.IsVariadic() && len(all) != n {
		return nil, Wrong(m.sides[0].at, "the method takes %d arguments, not %d", n, len(all))
	}
	for i := range all {
		in := t.In(min(i, t.NumIn()-1))
		if t.IsVariadic() && i >= t.NumIn()-1 {
			in = in.Elem()
		}
		rv, ok := all[i].As(in)
		if !ok {
			return nil, Wrong(m.sides[i+1].at, "this argument has to be of type %s, and is of type %s", in, all[i].Type())
		}
		if rv, bad = m.sides[i+1].scratch(rv); bad.more != nil {
			return nil, bad
		}
		args = append(args, rv)
	}
	return args, bad
}

// scratch is a copy of a value and all that it leads to; else why there is none.
func (s side) scratch(v reflect.Value) (copied reflect.Value, bad Value) {
	c := copier{seen: map[pointer]reflect.Value{}}
	copied = c.copy(v)
	switch {
	case c.held != nil:
		bad = Wrong(s.at, "%s holds a %s, which cannot be copied, so the method might change the program", s.text, c.held)
	case c.count > mostCopied:
		bad = Wrong(s.at, "%s is too large to be copied for a call", s.text)
	}
	return copied, bad
}

// Method is the receiver and the name of the method that a call is of; ok is false if it is of none.
func Method(n *lang.Node) (receiver *lang.Node, name string, ok bool) {
	switch f := n.Kids[0]; {
	case f.Op == lang.Member:
		return f.Kids[0], f.Text, true
	case f.Op == lang.Variable && len(f.Steps) > 1:
		last := len(f.Steps) - 1
		return Before(f, last), f.Steps[last].Text, true
	}
	return nil, "", false
}
