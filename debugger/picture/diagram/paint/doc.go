// Package paint makes PNG and PDF of the pictures of package diagram.
//
//	png, err := paint.PNG(d.SVG())
//	pdf, err := paint.PDF(d.SVG())
//
// The drawing exists once, as SVG: this package reads it, with its style, and puts the same shapes and words on
// another surface. It understands what the pictures of package diagram have (rectangles, circles, paths, arrowheads,
// texts, and rules for classes) and no other SVG. Pictures are light, as in print; texts have the Go fonts, which
// are narrower than those that the layout has room for.
//
// It is no part of package diagram, so that what shows diagrams only need not link it.
package paint
