package source

import (
	"math"
	"reflect"
)

// mostDigested is how many parts of a value count for its digest. Changes of further ones are not seen.
const mostDigested = 1000

// digest is a number that changes with a value. It looks into structs, arrays, slices, maps and interfaces; of a
// pointer it is where that points to.
func digest(v reflect.Value) uint64 {
	d := digester{sum: 14695981039346656037, left: mostDigested}
	d.add(v)
	return d.sum
}

type digester struct {
	sum  uint64
	left int
}

func (d *digester) mix(n uint64) { d.sum = (d.sum ^ n) * 0x9E3779B97F4A7C15; d.sum ^= d.sum >> 29 }

func (d *digester) add(v reflect.Value) {
	if d.left--; d.left < 0 {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			d.mix(1)
		} else {
			d.mix(0)
		}
	case reflect.Float32, reflect.Float64:
		d.mix(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		d.mix(math.Float64bits(real(v.Complex())))
		d.mix(math.Float64bits(imag(v.Complex())))
	case reflect.String:
		d.text(v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			d.add(v.Field(i))
		}
	case reflect.Array, reflect.Slice:
		d.list(v)
	case reflect.Map:
		d.entries(v)
	case reflect.Interface:
		if d.mix(2); !v.IsNil() {
			d.text(v.Elem().Type().String())
			d.add(v.Elem())
		}
	default:
		d.word(v)
	}
}

// word adds a value of one word.
func (d *digester) word(v reflect.Value) {
	switch {
	case v.CanInt():
		d.mix(uint64(v.Int()))
	case v.CanUint():
		d.mix(v.Uint())
	case v.IsValid():
		d.mix(uint64(v.Pointer()))
	}
}

func (d *digester) text(s string) {
	d.mix(uint64(len(s)))
	for i := range len(s) {
		d.sum = (d.sum ^ uint64(s[i])) * 1099511628211
	}
}

func (d *digester) list(v reflect.Value) {
	if v.Kind() == reflect.Slice {
		d.mix(uint64(v.Len()) + 3)
		if v.IsNil() {
			d.mix(4)
		}
	}
	for i := 0; i < v.Len() && d.left > 0; i++ {
		d.add(v.Index(i))
	}
}

// entries adds those of a map, whose order does not count.
func (d *digester) entries(v reflect.Value) {
	d.mix(uint64(v.Len()) + 5)
	var sum uint64
	for i := v.MapRange(); i.Next() && d.left > 0; {
		e := digester{sum: 1, left: d.left}
		e.add(i.Key())
		e.add(i.Value())
		sum += e.sum
		d.left = e.left
	}
	d.mix(sum)
}
