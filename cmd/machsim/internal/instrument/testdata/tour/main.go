// Command tour runs the zoo, and, if it has hooks, listens to it.
package main

import (
	"fmt"
	"os"
	"reflect"

	"machsim/cmd/machsim/internal/instrument/testdata/zoo"
	"machsim/kernel/hook"
)

func main() {
	text := zoo.Tour()
	fmt.Print(text)
	if len(hook.Packages()) == 0 {
		return
	}
	counted := listened(hook.Never)
	shown := listened(0)
	again := listened(0)
	fmt.Fprintln(os.Stderr, "statements:", counted.n, shown.n, again.n)
	fmt.Fprintln(os.Stderr, "same places:", shown.places == again.places)
	fmt.Fprintln(os.Stderr, "same text:", counted.text == text, shown.text == text, again.text == text)
	if len(os.Args) > 1 {
		fmt.Fprint(os.Stderr, shown.places)
		fmt.Fprint(os.Stderr, races())
	}
}

type heard struct {
	n            uint64
	text, places string
}

// listened runs the zoo once more, from its first state on, and hears each statement from one on.
func listened(stop uint64) (h heard) {
	k := hook.Begin(true, nil)
	k.Enter()
	defer k.Leave()
	k.Initialise()
	t := hook.NewThread()
	t.Stop = stop
	t.Reached = func(t *hook.Thread) {
		f := t.Frame
		h.places += fmt.Sprint(f.Func().Name, "#", f.Serial, " ", f.Depth, " line ", f.Stmt().Line)
		for _, v := range f.Locals() {
			x := reflect.ValueOf(v.Pointer).Elem()
			h.places += " " + v.Name + " " + x.Type().String()
			if k := x.Kind(); k == reflect.Int || k == reflect.String {
				h.places += fmt.Sprint("=", x)
			}
		}
		h.places += "\n"
	}
	t.Here()
	t.Resume()
	h.text = zoo.Tour()
	t.Pause()
	h.n = t.N
	if t.Frame != nil {
		panic("frames are left: " + t.Frame.Func().Name)
	}
	return h
}
