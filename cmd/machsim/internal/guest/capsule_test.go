package guest

import "testing"

// TestNoCapsule opens no file as a capsule that is none.
func TestNoCapsule(t *testing.T) {
	if capsulesWanted([]string{"debug", "capsule_test.go"}) != nil {
		t.Error("a Go file is taken for a capsule")
	}
}
