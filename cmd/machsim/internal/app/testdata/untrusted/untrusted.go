// Package untrusted is a program that one should not trust.
package untrusted

import (
	"net"
	"os"
	"os/exec"
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
