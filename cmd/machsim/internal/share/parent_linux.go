package share

import (
	"os/exec"
	"syscall"
)

// endsWithParent lets a process end when this one is killed. Its own child notices that by itself.
func endsWithParent(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
