//go:build !unix && !wasm

package serve

import (
	"net"
	"os"
	"path/filepath"
)

// Own makes a directory, if it is not there.
func Own(dir string) error { return os.MkdirAll(dir, 0o700) }

// Listen listens at a socket.
func Listen(path string) (net.Listener, error) {
	if err := Own(filepath.Dir(path)); err != nil {
		return nil, err
	}
	_ = os.Remove(path)
	return net.Listen("unix", path)
}
