// Package lab is what the harness of a lab is made of: parts, each with its points and its property, and a main that
// makes the runs of one of them and says what came of it.
//
//	var Lab = lab.Lab{Parts: []lab.Part{{
//		Name: "exclusion", Points: 30, Property: "a writer is alone",
//		Do: func(t *lab.Trial) {
//			t.Run(&program, simtest.Seeds(300), simtest.With("writers", t.Number("writers", 2, 4)))
//		},
//	}}}
//
// The properties of a lab are public. Seeds, and whatever a part asks Number for, follow from a course key that only
// the teacher has: the same key gives the same verdict, and with another one the runs are others.
//
// Code of students is in the same process. What it may be is held elsewhere (cmd/machsim/internal/grade): it imports
// nothing that leads to a file, a descriptor or the memory of others. So a verdict is believed that has the nonce with
// which it was asked for, and which comes on a descriptor that no package of the student's knows; and if none comes,
// that is a verdict, too.
package lab
