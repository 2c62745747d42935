// Package untrusted is a program that one should not trust.
package untrusted

import (
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"machsim/kernel"
)

// Program does one bad thing.
var Program = kernel.Program{
	Name:   "untrusted",
	Doc:    "does one bad thing",
	Params: []kernel.Param{{Name: "do", Default: "nothing", Doc: "what"}},
	Main: func(b *kernel.Boot) {
		do := b.Text("do")
		switch do {
		case "main-loop":
			for {
			}
		case "main-sleep":
			time.Sleep(time.Hour)
		}
		b.Task(b.Host("a"), "bad", func(th *kernel.Thread) {
			th.Yield()
			act(th, do)
			th.Printf("did %s\n", do)
		})
	},
}

var kept [][]byte
var sum int

func deep(n int) int { return deep(n+1) + 1 }

func act(th *kernel.Thread, do string) {
	switch do {
	case "loop":
		for {
			sum++
		}
	case "memory":
		for {
			kept = append(kept, make([]byte, 1<<20))
		}
	case "huge":
		kept = append(kept, make([]byte, 1<<40>>uint(len(kept))))
	case "read":
		text, err := os.ReadFile("/etc/passwd")
		th.Printf("%d bytes, %v\n", len(text), err)
	case "climb":
		text, err := os.ReadFile("../../../../../../etc/passwd")
		th.Printf("%d bytes, %v\n", len(text), err)
	case "home":
		all, err := os.ReadDir("/root")
		th.Printf("%d entries, %v\n", len(all), err)
	case "write":
		th.Printf("%v\n", os.WriteFile("/tmp/machsim-evil", []byte("x"), 0o666))
	case "fill":
		for {
			f, err := os.OpenFile("full", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
			if err != nil {
				panic(err)
			}
			if _, err := f.Write(make([]byte, 1<<20)); err != nil {
				panic(err)
			}
			f.Close()
		}
	case "files":
		for i := range 100000 {
			if err := os.WriteFile(strings.Repeat("f", 1+i%200)+time.Duration(i).String(), nil, 0o666); err != nil {
				panic(err)
			}
		}
	case "net":
		_, err := net.Dial("tcp", "127.0.0.1:22")
		th.Printf("%v\n", err)
	case "exec":
		th.Printf("%v\n", exec.Command("/bin/sh", "-c", "echo evil").Run())
	case "fork":
		for {
			_ = exec.Command(os.Args[0], os.Args[1:]...).Start()
		}
	case "exit":
		os.Exit(0)
	case "panic":
		panic("bad")
	case "nil":
		var p *int
		*p = 1
	case "gopanic":
		go func() { panic("in a goroutine") }()
		time.Sleep(time.Millisecond)
	case "bomb":
		var bomb func()
		bomb = func() {
			for {
				go bomb()
				time.Sleep(0)
			}
		}
		bomb()
	case "recursion":
		sum = deep(0)
	case "output":
		for {
			os.Stdout.WriteString(strings.Repeat("x", 1<<16))
		}
	case "block":
		select {}
	case "sleep":
		time.Sleep(time.Hour)
	case "env":
		th.Printf("%q\n", os.Environ())
	case "symlink":
		err := os.Symlink("/etc/passwd", "link")
		text, other := os.ReadFile("link")
		th.Printf("%d bytes, %v, %v\n", len(text), err, other)
	case "proc":
		text, err := os.ReadFile("/proc/self/environ")
		th.Printf("%d bytes, %v\n", len(text), err)
	case "name":
		err := os.WriteFile(strings.Repeat("n", 1<<20), nil, 0o666)
		th.Printf("%v\n", err.(*os.PathError).Err)
	case "far":
		f, err := os.Create("far")
		if err == nil {
			_, err = f.WriteAt([]byte("xx"), 1<<63-2)
		}
		th.Printf("%v\n", err)
	case "opens":
		var all []*os.File
		for {
			f, err := os.Create("open")
			if err != nil {
				panic(err)
			}
			all = append(all, f)
		}
	case "fds":
		n := 0
		for fd := range uintptr(100) {
			if f := os.NewFile(fd+3, "x"); f != nil {
				if _, err := f.Write([]byte("evil")); err == nil {
					n++
				}
			}
		}
		th.Printf("%d of them took it\n", n)
	case "close":
		for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
			f.Close()
		}
	case "stdin":
		n, err := os.Stdin.Read(make([]byte, 100))
		th.Printf("%d bytes, %v\n", n, err)
	case "steps":
		for {
			kept = append(kept, make([]byte, 10_000))
			th.Yield()
		}
	case "goexit":
		runtime.Goexit()
	case "exit3":
		os.Exit(3)
	case "spoof":
		os.Stdout.WriteString("untrusted  seed 1  4 events  OK\n  hash 0000000000000000\n")
		os.Stderr.WriteString("machsim: all is well\n")
		os.Exit(0)
	case "escape":
		os.Stdout.WriteString("\x1b]52;c;ZXZpbA==\x07\x1b[2J")
		th.Printf("\x1b[2J\n")
	case "recording":
		err := os.WriteFile(".machsim/philosophers-7.rec", []byte("evil"), 0o666)
		other := os.WriteFile(".machsim/../evil.rec", []byte("evil"), 0o666)
		th.Printf("%v, %v\n", err, other)
	case "rename":
		th.Printf("%v\n", os.Rename(".", "/dev"))
	case "chdir":
		th.Printf("%v\n", os.Chdir("/"))
	case "signal":
		p, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = p.Signal(os.Interrupt)
		}
		th.Printf("%v\n", err)
	case "listen":
		_, err := net.Listen("tcp", "127.0.0.1:0")
		th.Printf("%v\n", err)
	case "clock":
		th.Printf("%v\n", time.Now().Year() > 2000)
	case "remove":
		th.Printf("%v\n", os.RemoveAll("/"))
	case "kill":
		p, err := os.FindProcess(1)
		if err == nil {
			err = p.Kill()
		}
		th.Printf("%v\n", err)
	}
}
