package remote

import "testing"

// TestFunctionName: a function literal is named by what it stands in.
func TestFunctionName(t *testing.T) {
	for whole, want := range map[string]string{
		"bank.bank": "bank", "lab.(*store).serve": "serve", "lab.setUp.func1": "lab.setUp.func1",
		"lab.Program.func1.2.1": "lab.Program.func1.2.1", "main.func1": "main.func1",
	} {
		if got := functionName(whole); got != want {
			t.Errorf("%s: %s", whole, got)
		}
	}
}
