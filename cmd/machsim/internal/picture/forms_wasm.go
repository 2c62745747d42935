package picture

// forms are the kinds of files that a picture can be, by the ends of their names. What paints others, with its fonts,
// is left out of guests: it would be a tenth of a capsule.
var forms = map[string]func(svg []byte) ([]byte, error){".svg": asDrawn}

// What is told of them.
const (
	kinds = "a guest draws SVG only"
	ends  = ".svg"
)
