package analyse

import (
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"
)

// printing are the texts that stand in a list of arguments, in order: those of numbers are any.
func (f *frame) printing(list ssa.Value) (all []value, ok bool) {
	slice, ok := list.(*ssa.Slice)
	if !ok {
		c, is := list.(*ssa.Const)
		return nil, is && c.IsNil()
	}
	for _, use := range *slice.X.Referrers() {
		at, ok := use.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if x, ok := use.(*ssa.Store); ok {
				all = append(all, f.shows(x.Val))
			}
		}
	}
	return all, true
}

// shows is the text that a value is printed as.
func (f *frame) shows(v ssa.Value) value {
	if x, ok := v.(*ssa.MakeInterface); ok && isText(x.X.Type()) {
		return f.value(x.X).texts()
	}
	return anyText
}

// spaced puts in what may stand between two values that are no texts.
func spaced(parts []value) (all []value) {
	for i, p := range parts {
		if i > 0 && p[0].key == "*" && parts[i-1][0].key == "*" {
			all = append(all, anyText)
		}
		all = append(all, p)
	}
	return all
}

// formatted puts values into a format.
func formatted(format string, parts []value) (all []value) {
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 || len(format) < i+2 {
			return append(all, value{{sort: text, key: format}})
		}
		all = append(all, value{{sort: text, key: format[:i]}})
		verb := strings.IndexFunc(format[i+1:], func(c rune) bool { return c == '%' || unicode.IsLetter(c) })
		switch {
		case verb < 0 || len(parts) == 0 && format[i+1] != '%':
			return append(all, anyText)
		case format[i+1] == '%':
			all = append(all, value{{sort: text, key: "%"}})
		case verb == 0 && (format[i+1] == 's' || format[i+1] == 'v'):
			all, parts = append(all, parts[0]), parts[1:]
		default:
			all, parts = append(all, anyText), parts[1:]
		}
		format = format[i+2+verb:]
	}
	return all
}
