package origin

import "slices"

// The types and functions that Go declares by itself. Package go/types knows them, too, and would make the page of a
// site a tenth larger.
var (
	predeclaredTypes = []string{"any", "bool", "byte", "comparable", "complex128", "complex64", "error", "float32",
		"float64", "int", "int16", "int32", "int64", "int8", "rune", "string", "uint", "uint16", "uint32", "uint64", "uint8",
		"uintptr"}
	predeclaredFuncs = []string{"append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make",
		"max", "min", "new", "panic", "print", "println", "real", "recover"}
)

func isPredeclaredType(name string) bool { return slices.Contains(predeclaredTypes, name) }
func isPredeclaredFunc(name string) bool { return slices.Contains(predeclaredFuncs, name) }
