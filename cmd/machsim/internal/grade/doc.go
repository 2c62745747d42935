// Package grade judges what students hand in for a lab, and says it in the formats that courses take.
//
//	accept   the files that the lab names, with bounds, into a directory with the lab's own go.mod   handed.go
//	subset   what leads out of the program is refused, by syntax and then by types                   syntax.go, types.go
//	build    one executable: the lab's main with the student's package                               workshop.go
//	judge    one process for each part, whose verdict comes with a nonce on a descriptor             part.go
//	tell     text, JSON, and five formats of others                                                  format.go
//
// A submission comes from anybody. What it may be is decided before any of it is built, and what it does is in a
// process of its own: it may die, or go on for ever, and the others are graded as if they were alone. What decides is
// the same everywhere (events, bytes of the console); the limits of a machine lie far above, and are told by one
// fixed sentence.
package grade
