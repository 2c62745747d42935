package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"machsim/debugger/event/text"
)

// Method is a row of the table of methods.
type Method struct {
	Name string
	Doc  string // its contract
	// Params and Result are the types of what it takes and answers, for the manual.
	Params, Result reflect.Type

	free bool // it waits for no other call
	long bool // though free, it may take long, and can be given up
	call func(context.Context, *Service, json.RawMessage) (any, error)
}

// none is the type of the parameters of a method that takes none, and of the answer of one that has none.
type none struct{}

// method makes a row of a function.
func method[P, R any](name, doc string, f func(context.Context, *Service, P) (R, error)) Method {
	return Method{Name: name, Doc: doc, Params: reflect.TypeFor[P](), Result: reflect.TypeFor[R](),
		call: func(ctx context.Context, s *Service, raw json.RawMessage) (any, error) {
			var p P
			if err := read(raw, &p); err != nil {
				return nil, err
			}
			return f(ctx, s, p)
		}}
}

// read reads parameters. What it does not know is an error that names the nearest.
func read(raw json.RawMessage, p any) error {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		raw = []byte("{}")
	}
	if raw[0] != '{' {
		return errors.New("the parameters of a method are a JSON object, with their names")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(p); err != nil {
		return unread(err, fieldNames(reflect.TypeOf(p).Elem()))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("after the parameters comes something else")
	}
	return nil
}

// unread puts an error of package json into words.
func unread(err error, known []string) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		path := text.Each(strings.Split(wrong.Field, "."), lower)
		for len(path) > 1 && !slices.Contains(known, path[0]) { // a struct whose fields are parameters
			path = path[1:]
		}
		return fmt.Errorf("%q has to be %s, and is a %s", strings.Join(path, "."), kindOf(wrong.Type), wrong.Value)
	}
	if _, name, ok := strings.Cut(err.Error(), `unknown field "`); ok {
		name = strings.TrimSuffix(name, `"`)
		if len(known) == 0 {
			return fmt.Errorf("there is no parameter %q: the method takes none", name)
		}
		return fmt.Errorf("there is no parameter %q; %s", name, text.Offer(name, known, "parameters"))
	}
	var syntax *json.SyntaxError
	said, ofJSON := strings.CutPrefix(err.Error(), "json: ")
	if ofJSON || errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the parameters cannot be read: %s", said)
	}
	return err // of a word that is none of those that there are
}

// kindOf is a type in the words of JSON.
func kindOf(t reflect.Type) string {
	if isWord(t) {
		return "a text"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	if t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 {
		return "a number"
	}
	return "something else"
}

// fieldNames are the names of a struct's fields in JSON.
func fieldNames(t reflect.Type) (names []string) {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for f := range t.Fields() {
		switch {
		case isEmbedded(f):
			names = append(names, fieldNames(f.Type)...)
		case f.IsExported():
			names = append(names, jsonName(f))
		}
	}
	return names
}

// named finds a method.
func named(name string) (*Method, error) {
	i := slices.IndexFunc(Methods, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no method %q%s", name, text.DidYouMean(name, methodNames()))
	}
	return &Methods[i], nil
}

// IsFree says whether a method waits for no other call; one that is unknown does not either.
func IsFree(name string) bool {
	m, err := named(name)
	return err != nil || m.free
}

func methodNames() (names []string) {
	return text.Each(Methods, func(m Method) string { return m.Name })
}
