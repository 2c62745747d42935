package serve

import (
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"syscall"
)

// otherUser says that the other end of a socket is a process of another user, "" if not.
func otherUser(c *net.UnixConn) string {
	raw, err := c.SyscallConn()
	if err != nil {
		return err.Error()
	}
	var who *syscall.Ucred
	wrong := raw.Control(func(fd uintptr) {
		who, err = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	switch {
	case wrong != nil || err != nil:
		return "nobody knows whose it is"
	case int(who.Uid) != os.Geteuid()+int(strange.Load()):
		return fmt.Sprintf("it is of the user %d", who.Uid)
	}
	return ""
}

// strange, in tests, has this user be another one than he is.
var strange atomic.Int32
