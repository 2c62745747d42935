// Package hostile has a program all of whose names and texts are made to mislead whoever
// looks at it: they move the cursor, forge a line, hide, run backwards. Tests run it
// through every command, and see that nothing of that comes out as it is.
package hostile

import (
	"errors"
	"fmt"
	"strings"

	"machsim/cthreads"
	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
	"machsim/netname"
)

// forged begins the lines that texts forge.
const forged = "(machsim 0) FORGED"

// Text is a text with everything in it, for the thing of a name.
func Text(name string) string {
	return name + "\x1b]0;title\a\x1b[2J\n" + forged + "\r\u009b1m\x7f\u202e\u2066\u200b\u2028\ufeff\xff\u3164" + name
}

// Check says what is wrong with what a command has printed: a character that is not
// printable, or a line that a text forged.
func Check(output string) error {
	if text := quote.Text(output); text != output {
		return fmt.Errorf("not printable: %q", line(output, text))
	}
	for l := range strings.Lines(output) {
		if strings.HasPrefix(l, forged) {
			return fmt.Errorf("forged: %q", l)
		}
	}
	return nil
}

// line is the first line of a text that is not in another.
func line(text, quoted string) string {
	others := strings.Split(quoted, "\n")
	for i, l := range strings.Split(text, "\n") {
		if i >= len(others) || others[i] != l {
			return l
		}
	}
	return ""
}

// value is a variable that shows itself.
type value struct{ V []string }

func (v *value) String() string { return Text("value") + strings.Join(v.V, "") }

// Program makes something of every kind that has a name or a text, and fails a check.
var Program = kernel.Program{
	Name: "hostile", Doc: Text("doc"), Bug: Text("bug"),
	Params: []kernel.Param{{Name: "n", Default: Text("default"), Doc: Text("param")}},
	Main: func(b *kernel.Boot) {
		a, c := b.Host(Text("host a")), b.Host(Text("host b"))
		netname.Serve(b)
		server := b.Task(c, Text("server"), serve)
		b.Task(a, Text("client"), client)
		b.Port(server, Text("boot port"))
	},
}

func serve(th *kernel.Thread) {
	port := th.NewPort(Text("service"))
	kernel.Must(netname.CheckIn(th, Text("entry"), port, port))
	m, err := th.Mach().Receive(port)
	kernel.Must(err)
	th.Label(Text("label"))
	kernel.Must(th.Mach().Reply(m, ipc.NewMessage(2, Text("answer"), []byte(Text("bytes")))))
	_, _ = th.Mach().Receive(port)
}

func client(th *kernel.Thread) {
	number, shown := 1, value{[]string{Text("element")}}
	table := map[string]error{Text("key"): errors.New(Text("error"))}
	th.Watch(Text("number"), &number)
	th.Watch("shown", &shown)
	th.Watch("table", &table)
	th.Printf("%s", Text("line"))
	mu, full := cthreads.NewMutex(th, Text("mutex")), cthreads.NewCondition(th, Text("condition"))
	mu.Lock(th)
	waiter := cthreads.Fork(th, Text("waiter"), func(th *kernel.Thread) {
		mu.Lock(th)
		full.Wait(th, mu)
	})
	cthreads.SetName(th, waiter, Text("renamed"))
	set := th.NewPortSet(Text("set"))
	kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), th.NewPort(Text("member")), set))
	addr, err := th.Mach().VMAllocate(th.Mach().Self(), 0, 4096, true)
	kernel.Must(err)
	th.Mach().Poke(addr, []byte(Text("memory")))
	_ = th.Mach().Peek(addr, len(Text("memory")))
	mu.Unlock(th)
	_, err = th.Mach().TaskCreate(th.Mach().Self(), Text("child"), true)
	kernel.Must(err)
	service, err := netname.Await(th, Text("host b"), Text("entry"), 1000*kernel.Millisecond)
	kernel.Must(err)
	_, err = th.Mach().RPC(service, ipc.NewMessage(1, Text("question")))
	kernel.Must(err)
	kernel.Must(th.Mach().Send(service, ipc.NewMessage(3, Text("last"))))
	th.CutWire(Text("host a"), Text("host b"))
	th.Check(false, "%s", Text("check"))
}
