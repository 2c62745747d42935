package guest

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"syscall/js"

	"machsim/debugger"
	"machsim/debugger/face/wire"
	"machsim/kernel"
)

// guest serves one page.
type guest struct {
	programs []*kernel.Program
	version  string
	service  *wire.Service
}

// Main serves the page in whose worker this process runs, and does not return. The only argument of the process is
// the version of machsim. The script of the worker has a function machsimServes, which is given two functions:
//
//	open(recording, tell, done)  opens a recording, an Uint8Array; tell(name, data) is called with each event
//	answer(request, done)        answers a call of the protocol; both are JSON
//
// done is called with the answer; that of open is "", or why it cannot be opened.
func Main(programs []*kernel.Program) {
	g := &guest{programs: programs}
	if len(os.Args) > 1 {
		g.version = os.Args[1]
	}
	js.Global().Call("machsimServes", js.FuncOf(g.open), js.FuncOf(g.answer))
	select {}
}

// ProgramsOf returns the programs among the exported variables of a package, of which it is given the addresses.
func ProgramsOf(variables []any) (all []*kernel.Program) {
	for _, v := range variables {
		switch v := v.(type) {
		case *kernel.Program:
			all = append(all, v)
		case **kernel.Program:
			if *v != nil {
				all = append(all, *v)
			}
		}
	}
	return all
}

func (g *guest) open(_ js.Value, args []js.Value) any {
	data := make([]byte, args[0].Length())
	js.CopyBytesToGo(data, args[0])
	tell, done := args[1], args[2]
	go func() { // a function that JavaScript calls must not wait
		if err := g.load(data, tell); err != nil {
			done.Invoke(err.Error())
			return
		}
		done.Invoke("")
	}()
	return nil
}

func (g *guest) load(data []byte, tell js.Value) error {
	o := debugger.Options{Program: g.named, Find: debugger.ByName(g.named)}
	d, err := debugger.Open(context.Background(), debugger.Source{Data: data}, o)
	if err != nil {
		return err
	}
	g.service = wire.New(d, wire.Options{Version: g.version})
	g.service.Watch(func(e wire.Event) {
		text, _ := json.Marshal(e.Data)
		tell.Invoke(e.Name, string(text))
	})
	return nil
}

func (g *guest) named(name string) *kernel.Program {
	i := slices.IndexFunc(g.programs, func(p *kernel.Program) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return g.programs[i]
}

func (g *guest) answer(_ js.Value, args []js.Value) any {
	request, done := []byte(args[0].String()), args[1]
	go func() { done.Invoke(string(g.service.Answer(context.Background(), request))) }()
	return nil
}
