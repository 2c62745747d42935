package outside

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"machsim/kernel"
)

func body(th *kernel.Thread) {
	f, err := os.Open("data") // want `outside: os.Open reaches outside the simulation.*; use a task that keeps the data`
	if errors.Is(err, os.ErrNotExist) || os.IsNotExist(err) {
		return
	}
	_ = f.Close()                          // want `outside: os.File.Close `
	th.Printf("%s", os.Args[0])            // want `outside: os.Args .*; use a parameter`
	th.Printf("%s", os.Getenv("HOME"))     // want `outside: os.Getenv .*; use a parameter`
	_, _ = io.WriteString(os.Stdout, "")   // want `outside: os.Stdout .*; use th.Printf`
	_, _ = net.Dial("tcp", "localhost:80") // want `outside: net.Dial .*; use ports and messages`
	_, _ = http.Get("http://localhost")    // want `outside: http.Get .*; use ports and messages`
	_ = exec.Command("true").Run()         // want `outside: exec.Command .*; use another task` `outside: exec.Cmd.Run `
	_, _ = filepath.Glob("*")              // want `outside: filepath.Glob `
	th.Printf("%s %s %v", filepath.Join("a", "b"), strings.ToUpper("x"), net.ParseIP("::1"))
	network := net.IPNet{}
	th.Printf("%v", network.Mask)
	os.Exit(1) // left to another rule
}

func save(path string) error { return os.WriteFile(path, nil, 0o666) }
