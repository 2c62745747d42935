package vet

import "maps"

var outsideRule = Rule{
	Name: "outside",
	Finds: "files, environment, processes, network: `os`, `os/exec`, `os/signal`, `os/user`, `net` and below, " +
		"`io/ioutil`, `syscall`, the disk in `path/filepath`",
	Use: "parameters of the program (`b.Text`, `b.Int`), `th.ReadLine`, messages between tasks, a task that plays " +
		"the disk",
	search: outsides.search("reaches outside the simulation, where nothing is recorded"),
}

const (
	useParam   = "a parameter of the program: b.Text(name)"
	useTask    = "a task that keeps the data, and messages to it"
	useMessage = "ports and messages: kernel.Send, kernel.Receive"
)

var outsides = library{
	"os":            outsideOS(),
	"os/exec":       {"*": "another task: th.Spawn"},
	"os/signal":     {"*": useMessage},
	"os/user":       {"*": useParam},
	"io/ioutil":     {"*": useTask, "Discard": "", "NopCloser": "", "ReadAll": ""},
	"syscall":       {"*": "the calls of kernel.Thread", "Exit": ""},
	"path/filepath": both(useTask, "Walk WalkDir Glob Abs EvalSymlinks"),
	"net":           outsideNet(),
	"net/http":      {"*": useMessage, "StatusText": "", "CanonicalHeaderKey": ""},
	"net/rpc":       {"*": "kernel.RPC"},
	"net/smtp":      {"*": useMessage},
	"log/syslog":    {"*": "th.Printf"},
}

// outsideOS leaves out what rule exit reports, and what only looks at its arguments.
func outsideOS() map[string]string {
	all := both("", "Exit IsExist IsNotExist IsPermission IsTimeout IsPathSeparator Expand "+
		"ErrInvalid ErrPermission ErrExist ErrNotExist ErrClosed ErrNoDeadline ErrDeadlineExceeded ErrProcessDone "+
		"PathError.Error PathError.Unwrap FileMode.String FileMode.IsDir FileMode.IsRegular FileMode.Perm FileMode.Type "+
		"NewSyscallError")
	all["*"] = useTask
	maps.Copy(all, both(useParam, "Args Getenv LookupEnv Environ ExpandEnv Hostname Getpid Getppid Getuid"))
	maps.Copy(all, both("th.Printf, and th.ReadLine", "Stdin Stdout Stderr"))
	return all
}

// outsideNet leaves out what only computes with addresses.
func outsideNet() map[string]string {
	all := both("", "ParseIP ParseCIDR ParseMAC JoinHostPort SplitHostPort IPv4 IPv4Mask CIDRMask "+
		"IP.String IP.Equal IP.To4 IP.To16 IP.Mask IPNet.Contains IPNet.String IPMask.Size IPMask.String ErrClosed")
	all["*"] = useMessage
	return all
}
