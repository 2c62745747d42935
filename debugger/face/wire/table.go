package wire

import (
	"context"
	"reflect"

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

// of makes a row of a method of the Debugger that takes no parameters.
func of[R any](name, doc string, f func(*debugger.Debugger, context.Context) (R, error)) Method {
	return method(name, doc, func(ctx context.Context, s *Service, _ none) (R, error) { return f(s.debugger(), ctx) })
}

// with makes a row of one that takes some.
func with[P, R any](name, doc string, f func(context.Context, *debugger.Debugger, P) (R, error)) Method {
	return method(name, doc, func(ctx context.Context, s *Service, p P) (R, error) { return f(ctx, s.debugger(), p) })
}

// one makes a row of one that takes a value: the only field of the parameters.
func one[P, A, R any](name, doc string, f func(*debugger.Debugger, context.Context, A) (R, error)) Method {
	return with(name, doc, func(ctx context.Context, d *debugger.Debugger, p P) (R, error) {
		return f(d, ctx, reflect.ValueOf(p).Field(0).Interface().(A))
	})
}

// does makes a row of one that answers nothing.
func does[P any](name, doc string, f func(context.Context, *debugger.Debugger, P) error) Method {
	return with(name, doc, func(ctx context.Context, d *debugger.Debugger, p P) (none, error) {
		return none{}, f(ctx, d, p)
	})
}

// list makes a row of one that answers rows, of which a part may be asked for.
func list[R any](name, doc string, f func(*debugger.Debugger, context.Context) ([]R, error)) Method {
	return with(name, doc, func(ctx context.Context, d *debugger.Debugger, p Page) ([]R, error) {
		all, err := f(d, ctx)
		return page(all, p), err
	})
}

// Page says which rows of a list are wanted.
type Page struct {
	From int `json:"from" doc:"the number of the first row that is wanted, from 1; 0 stands for 1"`
	Most int `json:"most" doc:"how many are wanted at most; 0 stands for all"`
}

func page[R any](all []R, p Page) []R {
	all = all[min(max(p.From-1, 0), len(all)):]
	if p.Most > 0 {
		all = all[:min(p.Most, len(all))]
	}
	return all
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
