package lab

import "testing"

// OpenKey is the course key of the seeds that everybody has.
const OpenKey = "open"

// Test judges all parts, each as a test, with the seeds that everybody has.
func Test(t *testing.T, l Lab) {
	for _, p := range l.Parts {
		t.Run(p.Name, func(t *testing.T) {
			switch v := p.judge(OpenKey); {
			case v.Mistake != "":
				t.Fatal("the lab is wrong: ", v.Mistake)
			case !v.Passed:
				t.Fatalf("%s: %s\n%s", p.Property, v.Wrong, v.Text)
			}
		})
	}
}
