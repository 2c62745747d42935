package guest

import "testing"

// TestNoCapsule opens no file as a capsule that is none.
func TestNoCapsule(t *testing.T) {
	if _, ok := capsuleWanted([]string{"debug", "capsule_test.go"}); ok {
		t.Error("a Go file is taken for a capsule")
	}
}
