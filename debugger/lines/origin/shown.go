package origin

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// words is a path as it is written behind a name, as far as it is known.
func (p path) words() (all string) {
	for _, s := range p {
		switch {
		case s.kind == '.':
			all += "." + s.name
		case s.kind == '[' && s.key != nil:
			all += fmt.Sprintf("[%v]", s.key)
		case s.kind == '[':
			return all + "[...]"
		}
	}
	return all
}

// oneLine is a piece of source in one line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// shown is the value that a part of what was written had.
func (t *tracer) shown(l *log, w write, p path) string {
	v := l.snapshot(w)
	for _, s := range p {
		for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
			if v.Kind() == reflect.Pointer {
				return "" // it has changed since
			}
			v = v.Elem()
		}
		switch {
		case !v.IsValid():
			return ""
		case s.kind == '.' && v.Kind() == reflect.Struct:
			v = v.FieldByName(s.name)
		default:
			return ""
		}
	}
	if !v.IsValid() || !simple(v.Type()) {
		return ""
	}
	return plainly(v)
}

// simple says whether a value is shown: it leads nowhere.
func simple(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Struct:
		for i := range t.NumField() {
			if !simple(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return simple(t.Elem())
	default:
		return k <= reflect.Complex128 || k == reflect.String
	}
}

// plainly is a value in words, without any method of the program's.
func plainly(v reflect.Value) string {
	switch k := v.Kind(); {
	case k == reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			parts = append(parts, v.Type().Field(i).Name+":"+plainly(v.Field(i)))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case k == reflect.Array:
		var parts []string
		for i := range min(v.Len(), 16) {
			parts = append(parts, plainly(v.Index(i)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case k == reflect.String:
		return strconv.Quote(v.String())
	case v.CanInt():
		return fmt.Sprint(v.Int())
	case v.CanUint():
		return fmt.Sprint(v.Uint())
	case v.CanFloat():
		return fmt.Sprint(v.Float())
	case k == reflect.Bool:
		return fmt.Sprint(v.Bool())
	}
	return ""
}
