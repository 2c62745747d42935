package wire

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"machsim/debugger"
)

// Group is the methods on one subject.
type Group struct {
	Title   string
	Methods []Method
}

// Groups is the table of the methods, in the order of the manual; Methods has them all.
var (
	Groups  []Group
	Methods []Method
)

func init() {
	Groups = []Group{wholeMethods(), shelfMethods, runMethods, positionMethods, motionMethods, breakpointMethods,
		stopMethods, markMethods, forkMethods, waitMethods, objectMethods, lineMethods, sourceMethods, pastMethods,
		searchMethods, laneMethods, tableMethods, sharedMethods}
	for _, g := range Groups {
		Methods = append(Methods, g.Methods...)
	}
}

// free makes a method one that waits for no other.
func free(m Method) Method {
	m.free = true
	return m
}

// long makes a method a free one that may take long, and can be given up.
func long(m Method) Method {
	m.free, m.long = true, true
	return m
}

// with makes a row of a function of the Debugger.
func with[P, R any](name, doc string, f func(context.Context, *debugger.Debugger, P) (R, error)) Method {
	return method(name, doc, func(ctx context.Context, s *Service, p P) (R, error) { return f(ctx, s.debugger(), p) })
}

// calls makes a row of a method of the Debugger, f. What that takes are the fields of the parameters, P, in their
// order, or P itself. A Page among them chooses from the rows that it answers. Parameters that do not fit are a panic
// as soon as the table is made.
func calls[P any](name, doc string, f any) Method {
	does, params, result := reflect.ValueOf(f), reflect.TypeFor[P](), reflect.TypeFor[none]()
	if does.Type().NumOut() > 1 {
		result = does.Type().Out(0)
	}
	takes := slices.Collect(does.Type().Ins())[2:]
	fields := taken(params, takes)
	if len(fields) != len(takes) {
		panic(name + " takes more than its parameters")
	}
	call := does.Call
	if does.Type().IsVariadic() {
		call = does.CallSlice
	}
	return Method{Name: name, Doc: doc, Params: params, Result: result,
		call: func(ctx context.Context, s *Service, raw json.RawMessage) (any, error) {
			p := reflect.New(params)
			if err := read(raw, p.Interface()); err != nil {
				return nil, err
			}
			args := []reflect.Value{reflect.ValueOf(s.debugger()), reflect.ValueOf(ctx)}
			for _, path := range fields {
				args = append(args, p.Elem().FieldByIndex(path))
			}
			return answered(call(args), p.Elem())
		}}
}

// list makes a row of one that answers rows, of which a part may be asked for.
func list(name, doc string, f any) Method { return calls[struct{ Page }](name, doc, f) }

// taken are the fields of the parameters that a method takes, each by its index: those of what is embedded as well.
func taken(params reflect.Type, takes []reflect.Type) (fields [][]int) {
	if len(takes) == 1 && params == takes[0] {
		return [][]int{nil}
	}
	for f := range params.Fields() {
		switch left := takes[len(fields):]; {
		case f.Type == reflect.TypeFor[Page]():
		case len(left) > 0 && f.Type.AssignableTo(left[0]):
			fields = append(fields, f.Index)
		case f.Anonymous:
			for _, path := range taken(f.Type, left) {
				fields = append(fields, slices.Concat(f.Index, path))
			}
		default:
			panic("nothing takes the parameter " + f.Name)
		}
	}
	return fields
}

// answered is what a method has returned: an answer, if it has one, and an error.
func answered(out []reflect.Value, params reflect.Value) (any, error) {
	err, _ := out[len(out)-1].Interface().(error)
	if err != nil || len(out) == 1 {
		return none{}, err
	}
	if p := params.FieldByName("Page"); p.IsValid() {
		return out[0].Slice(p.Interface().(Page).of(out[0].Len())).Interface(), nil
	}
	return out[0].Interface(), nil
}

// Page says which rows of a list are wanted.
type Page struct {
	From int `json:"from" doc:"the number of the first row that is wanted, from 1; 0 stands for 1"`
	Most int `json:"most" doc:"how many are wanted at most; 0 stands for all"`
}

// of are these rows of n.
func (p Page) of(n int) (from, to int) {
	from = min(max(p.From-1, 0), n)
	if p.Most > 0 {
		n = from + min(p.Most, n-from)
	}
	return from, n
}

// The parameters of many methods.
type (
	ofThread struct {
		Thread string `json:"thread" doc:"any part of its name that no other has; \"\" for the one in focus"`
	}
	ofName struct {
		Name string `json:"name" doc:"its name"`
	}
	ofNumber struct {
		Number int `json:"number" doc:"its number"`
	}
	ofNumbers struct {
		Numbers []int `json:"numbers" doc:"their numbers; none stands for all"`
	}
	ofExpression struct {
		Expression string `json:"expression" doc:"an expression of Go in the chosen frame"`
	}
)
