package predicate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestNumbers: values of one type, and of one and a constant, are computed with and compared as Go does it.
func TestNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		likeGo(t, rng, func(n uint64) int { return int(n) }, 0)
		likeGo(t, rng, func(n uint64) int8 { return int8(n) }, 0)
		likeGo(t, rng, func(n uint64) int16 { return int16(n) }, 0)
		likeGo(t, rng, func(n uint64) int32 { return int32(n) }, 0)
		likeGo(t, rng, func(n uint64) int64 { return int64(n) }, 0)
		likeGo(t, rng, func(n uint64) uint { return uint(n) }, 0)
		likeGo(t, rng, func(n uint64) uint8 { return uint8(n) }, 0)
		likeGo(t, rng, func(n uint64) uint16 { return uint16(n) }, 0)
		likeGo(t, rng, func(n uint64) uint32 { return uint32(n) }, 0)
		likeGo(t, rng, func(n uint64) uint64 { return n }, 0)
		likeGo(t, rng, func(n uint64) uintptr { return uintptr(n) }, 0)
		likeGo(t, rng, func(n uint64) float32 { return float32(int64(n)) / 7 }, math.NaN())
		likeGo(t, rng, func(n uint64) float64 { return float64(int64(n)) / 7 }, math.NaN())
	}
}

type goNumber interface {
	int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | uintptr | float32 | float64
}

// likeGo computes with random numbers of a type.
func likeGo[T goNumber](t *testing.T, rng *rand.Rand, of func(uint64) T, none float64) {
	t.Helper()
	random := func() uint64 {
		n := rng.Uint64()
		return []uint64{n, n % 5, -n % 5, 1<<63 + n%3 - 1, 0}[rng.IntN(5)]
	}
	x, y := of(random()), of(random())
	if none != 0 && rng.IntN(20) == 0 {
		x = T(none)
	}
	a, b := quick(x), quick(y)
	small := Value{Kind: Int, typ: untyped, bits: uint64(rng.IntN(100))}
	check := func(op string, a, b *Value, want any) {
		t.Helper()
		got, ok := computed(op, a, b)
		if got.Kind == Bool {
			got, ok = compared(op, a, b)
		}
		w := quick(want)
		if !ok || got.Kind != w.Kind || got.typ != w.typ || got.bits != w.bits && w.Float() == w.Float() {
			t.Fatalf("%T: %v %s %v is %v of %s, and not %v", x, a, op, b, got, got.typ, want)
		}
	}
	check("+", &a, &b, x+y)
	check("-", &a, &b, x-y)
	check("*", &a, &b, x*y)
	check("+", &a, &small, x+T(small.bits))
	check("-", &small, &b, T(small.bits)-y)
	if y != 0 {
		check("/", &a, &b, x/y)
	}
	if _, fraction := any(x).(float64); y == 0 && !fraction && a.Kind == Int {
		check("/", &a, &b, nil)
	}
	for op, want := range map[string]bool{
		"=": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y} {
		if got, ok := compared(op, &a, &b); !ok || got.True() != want {
			t.Fatalf("%T: %v %s %v is %v", x, a, op, b, got)
		}
	}
	if c := of(uint64(small.bits)); reflect.TypeFor[T]().Kind() < reflect.Float32 {
		if got, ok := compared("<", &a, &small); !ok || got.True() != (x < c) {
			t.Fatalf("%T: %v < %v is %v", x, a, small, got)
		}
	}
}

// TestMixed: numbers of different types are compared as what they are, and sums never wrap around.
func TestMixed(t *testing.T) {
	for _, c := range []struct {
		op   string
		a, b any
		want any
	}{
		{"<", -1, uint64(math.MaxUint64), true}, {">", uint64(1 << 63), int64(math.MaxInt64), true},
		{"=", uint8(200), 200, true}, {"=", int8(-56), uint8(200), false}, {"<", 1, 1.5, true},
		{"=", float32(0.5), 0.5, true},
		{"+", int8(100), int16(100), 200}, {"+", uint32(1), 0.5, 1.5},
	} {
		a, b, do := quick(c.a), quick(c.b), compared
		if c.op == "+" {
			do = computed
		}
		if v, ok := do(c.op, &a, &b); !ok || v.String() != fmt.Sprint(c.want) {
			t.Errorf("%v %s %v is %v", c.a, c.op, c.b, v)
		}
	}
	sum := quick(int8(100))
	for range 3 {
		x := quick(int8(100))
		sum, _ = added(&sum, &x)
	}
	if sum.Int() != 400 {
		t.Error("a sum wraps around: ", sum)
	}
}
