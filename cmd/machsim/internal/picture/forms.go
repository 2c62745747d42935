//go:build !wasm

package picture

import "machsim/debugger/picture/diagram/paint"

// forms are the kinds of files that a picture can be, by the ends of their names.
var forms = map[string]func(svg []byte) ([]byte, error){".svg": asDrawn, ".png": paint.PNG, ".pdf": paint.PDF}

// What is told of them.
const (
	kinds = "pictures are SVG, PNG or PDF"
	ends  = ".svg, .png or .pdf"
)
