package lab

import (
	"testing"

	"machsim/test/lab/verdict"
)

// Test judges all parts, each as a test, with the seeds that everybody has.
func Test(t *testing.T, l Lab) {
	for _, p := range l.Parts {
		t.Run(p.Name, func(t *testing.T) {
			switch v := p.judge(verdict.OpenKey); {
			case v.Mistake != "":
				t.Fatal("the lab is wrong: ", v.Mistake)
			case !v.Passed:
				t.Fatalf("%s: %s\n%s", p.Property, v.Wrong, v.Text)
			}
		})
	}
}
