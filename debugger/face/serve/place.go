//go:build unix

package serve

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Own makes a directory that is this user's alone, if it is not there, and makes sure that it is one: a place that
// another user could have made, or a link to one, is refused.
func Own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link, which may lead anywhere", dir)
	case !info.IsDir():
		return fmt.Errorf("%s is no directory", dir)
	case ok && int(stat.Uid) != os.Geteuid():
		return fmt.Errorf("%s belongs to another user", dir)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("others may look into %s: chmod 700 %[1]s", dir)
	}
	return nil
}

// longestPath is how long the path of a socket may be.
const longestPath = 100

// Listen listens at a socket that is this user's alone. One that a Server has left behind is taken away.
func Listen(path string) (net.Listener, error) {
	if len(path) > longestPath {
		return nil, fmt.Errorf("the path of a socket has at most %d bytes, and %s has more", longestPath, path)
	}
	if err := Own(filepath.Dir(path)); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	for n := 0; errors.Is(err, syscall.EADDRINUSE) && n < tries; n++ {
		if c, answers := net.Dial("unix", path); answers == nil {
			c.Close() // the last one may be about to end
			time.Sleep(between)
		} else if info, wrong := os.Lstat(path); wrong == nil && info.Mode()&os.ModeSocket != 0 {
			_ = os.Remove(path)
		}
		l, err = net.Listen("unix", path)
	}
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// How often it is tried to take the place of another Server, and how long between.
const (
	tries   = 15
	between = 100 * time.Millisecond
)
