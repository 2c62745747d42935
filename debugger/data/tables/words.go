package tables

// distinct gives values of a type codes from 1; code 0 is the zero value.
type distinct[T comparable] struct {
	codes map[T]int64
	all   []T
}

func newDistinct[T comparable]() *distinct[T] {
	var none T
	return &distinct[T]{map[T]int64{none: 0}, []T{none}}
}

func (v *distinct[T]) code(x T) int64 {
	code, ok := v.codes[x]
	if !ok {
		code = int64(len(v.all))
		v.codes[x] = code
		v.all = append(v.all, x)
	}
	return code
}

// column is a column that says one thing of each value.
func (v *distinct[T]) column(codes *packed, says func(*T) Value) *column {
	said := make([]Value, len(v.all))
	for code := range v.all {
		said[code] = says(&v.all[code])
	}
	return &column{ints: codes, words: func(code int) Value { return said[code] }, codes: len(said)}
}

// textValue and same say what a text, or a value, is.
func textValue(s *string) Value { return shown(*s) }
func same(v *Value) Value       { return *v }
