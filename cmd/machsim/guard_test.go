package main

import "testing"

// What Go's runtime reports of its own end is put into words; the line is the program's.
func TestCrashInWords(t *testing.T) {
	const at = "\n\ngoroutine 9 [running]:\nexample.com/lab.run(...)\n\t/home/me/lab/lab.go:12 +0x1f\n"
	for _, c := range []struct{ crash, want string }{
		{"runtime stack:\nruntime.throw(...)\n\tpanic.go:1229\nruntime.sysMapOS(...)\n\tmem_linux.go:175" + at,
			"the program asked for more memory at once than there is: out of memory (lab.go:12)"},
		{"runtime stack:\nruntime.throw(...)\n\tpanic.go:1229" + at,
			"the program ended the whole process by a crash of Go's runtime: see its report above (lab.go:12)"},
		{"concurrent map writes" + at,
			"the program ended the whole process by a crash of Go's runtime: concurrent map writes (lab.go:12)"},
		{"panic: oh" + at,
			"the program ended the whole process by a panic in a goroutine of its own: oh (lab.go:12)"},
	} {
		if got := (death{last: last{crash: c.crash}}).what(); got != c.want {
			t.Errorf("%q\nis %q\nnot %q", c.crash, got, c.want)
		}
	}
}
