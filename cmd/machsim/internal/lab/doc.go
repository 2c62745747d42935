// Package lab is what students and graders have of a lab: its text, its skeleton, what it is judged by, and a module
// that can be built of these where there is Go and nothing else.
//
// A lab is a directory:
//
//	lab.json             title, which files are handed in, and what they may use of machsim
//	README.md            the text
//	hints.md             hints, with --- between them
//	student/...          the skeleton, of which the files that are handed in are a part
//	harness/harness.go   package harness, whose variable Lab says what the parts are (package machsim/test/lab)
//	solutions/NAME/...   of a lab whose students write tests: what these are held against
//	hidden/NAME/...      more of them, which students do not see
//
// Those of machsim are in the executable; a teacher's own are directories that are named (machsim lab new).
package lab
