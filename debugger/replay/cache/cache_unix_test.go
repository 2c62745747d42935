//go:build unix

package cache_test

import (
	"os"
	"testing"

	"machsim/debugger/replay/cache"
)

// TestOthers does not use a directory that others can write to, nor a link.
func TestOthers(t *testing.T) {
	_, path := open(t, 1)
	if err := os.Symlink(path, path+"2"); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Open(path+"2", 1); err == nil {
		t.Error("a link is used")
	}
	if err := os.Chmod(path, 0o770); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Open(path, 1); err == nil {
		t.Error("a directory is used that others can write to")
	}
}
