package kernel

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pkg/errors"

	"machsim/ipc"
	"machsim/kernel/hook"
)

// Program is something that machsim can run.
type Program struct {
	Name   string  // one word, as typed after "machsim run"
	Doc    string  // one line: what it shows
	Bug    string  // one line: what is wrong with it; empty when nothing is
	Params []Param // what can be set from outside
	Limit  uint64  // after how many events a run is given up, unless its Config says so; 0 means DefaultMaxSteps
	Main   func(b *Boot)
}

// Param is a parameter of a program: a flag of its own on the command line, --NAME=VALUE. If a command has a flag of
// that name, or may get one, --param NAME=VALUE gives it.
type Param struct {
	Name    string
	Default string
	Doc     string
}

// Boot sets up the hosts and first tasks of a run, before the first event. Wrong use of it
// panics with a sentence that New returns as an error.
type Boot struct {
	m    *Machine
	p    *Program
	g    uintptr // the goroutine of Main
	over bool    // Main has returned

	tasks map[string]int // names of tasks, with the number that the last of the name got
}

// mistake is a wrong use of Boot.
type mistake string

// boot runs the program's Main, whose hooks' record is nil if nobody listens to it.
func (m *Machine) boot(p *Program, main *hook.Thread) (err error) {
	m.enter()
	defer m.leave()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case mistake:
			err = errors.Errorf("program %s: %s", p.Name, string(r))
		case abuse:
			err = errors.Errorf("program %s: %s", p.Name, string(r))
		default:
			panic(r)
		}
	}()
	switch {
	case p.Main == nil:
		panic(mistake("it has no Main"))
	case m.cfg.Preempt && len(hook.Packages()) == 0:
		panic(mistake("it was built without hooks at its accesses to variables, so it cannot be preempted there"))
	}
	b := &Boot{m: m, p: p, g: hook.Goroutine()}
	if err := b.checkArgs(); err != nil {
		return err
	}
	m.cfg.Heartbeat.goesOn(0)
	m.vars.Initialise()
	if main == nil && m.stays() {
		main = hook.NewThread()
		main.Lost = m.cfg.Heartbeat.abandoned()
	}
	if main != nil {
		main.Here()
		main.Resume()
		defer main.Pause()
	}
	p.Main(b)
	m.cfg.Heartbeat.comesBack(0)
	b.over = true
	m.checkScopes()
	if text := m.ForeignUse(); text != "" {
		panic(mistake(text))
	}
	if m.Users == 0 {
		panic(mistake("it starts no task; call Task in its Main"))
	}
	return nil
}

func (b *Boot) checkArgs() error {
	var names []string
	for _, p := range b.p.Params {
		names = append(names, p.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(b.m.cfg.Args)) {
		if !slices.Contains(names, name) {
			known := "it has none"
			if len(names) > 0 {
				known = "it has " + strings.Join(names, ", ")
			}
			return errors.Errorf("program %s has no parameter %q; %s", b.p.Name, name, known)
		}
	}
	return nil
}

// Text returns the value of a parameter.
func (b *Boot) Text(name string) string {
	b.mine("Text")
	if v, ok := b.m.cfg.Args[name]; ok {
		return v
	}
	i := slices.IndexFunc(b.p.Params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		panic(mistake(fmt.Sprintf("it asks for a parameter %q that its Params do not name", name)))
	}
	return b.p.Params[i].Default
}

// Int returns the value of a parameter that is a whole number.
func (b *Boot) Int(name string) int {
	n, err := strconv.Atoi(b.Text(name))
	if err != nil {
		panic(mistake(fmt.Sprintf("parameter %s must be a whole number, not %q", name, b.Text(name))))
	}
	return n
}

// IntIn returns the value of a parameter that is a whole number from lo to hi.
func (b *Boot) IntIn(name string, lo, hi int) int {
	n := b.Int(name)
	if n < lo || n > hi {
		panic(mistake(fmt.Sprintf("parameter %s must be from %d to %d, not %d", name, lo, hi, n)))
	}
	return n
}

// Milliseconds returns the value of a parameter that is a time in whole milliseconds, from lo to hi.
func (b *Boot) Milliseconds(name string, lo, hi int) Duration {
	return Duration(b.IntIn(name, lo, hi)) * Millisecond
}

// Bool returns the value of a parameter that is true or false.
func (b *Boot) Bool(name string) bool {
	v, err := strconv.ParseBool(b.Text(name))
	if err != nil {
		panic(mistake(fmt.Sprintf("parameter %s must be true or false, not %q", name, b.Text(name))))
	}
	return v
}

// localHost is the name of the host of a program that makes none.
const localHost = "local"

// Host makes a host, or returns the one of that name. Tasks that are given host 0 are on a
// host named "local".
func (b *Boot) Host(name string) HostID {
	b.mine("Host")
	if id := b.m.hostNamed(name); id != 0 {
		return id
	}
	return b.m.newHost(name)
}

// Hosts returns all hosts made so far.
func (b *Boot) Hosts() (all []HostID) {
	b.mine("Hosts")
	for id := range b.m.State.Hosts.All {
		all = append(all, HostID(id))
	}
	return all
}

// Clock sets a host's clock ahead of virtual time by offset and lets it run fast by drift parts
// per million (behind and slow if negative).
func (b *Boot) Clock(h HostID, offset Duration, drift int64) {
	b.onHost("Clock", h)
	host := b.m.Hosts.Mut(uint32(h))
	host.Offset, host.Drift = int64(offset), drift
}

// Speed sets how fast a host computes, in percent of normal. Call it before making tasks
// there.
func (b *Boot) Speed(h HostID, percent int64) {
	b.onHost("Speed", h)
	if percent <= 0 {
		b.wrong("a host's speed must be above 0 percent, not %d", percent)
	}
	b.m.Hosts.Mut(uint32(h)).Speed = percent
}

// Attended says that the servers of a host, of names and of halts, go on while it stands: others ask them what became
// of their clients (package netname/debuggee).
func (b *Boot) Attended(h HostID) {
	b.onHost("Attended", h)
	b.m.Hosts.Mut(uint32(h)).Attended = true
}

// Shared says that the services of a host are for other programs, too: it is not halted with the hosts of this one
// (Agents; Cooper 7.1).
func (b *Boot) Shared(h HostID) {
	b.onHost("Shared", h)
	b.m.Hosts.Mut(uint32(h)).Shared = true
}

// Task makes a task whose first thread runs body. A name that an earlier task has gets a
// number: the second worker is called worker-2.
func (b *Boot) Task(h HostID, name string, body func(*Thread)) TaskID {
	return b.task("Task", h, name, false, body)
}

// Server makes a task that may be idle when the run ends: when every other task has ended, its
// waiting threads are not stuck.
func (b *Boot) Server(h HostID, name string, body func(*Thread)) TaskID {
	return b.task("Server", h, name, true, body)
}

func (b *Boot) task(call string, h HostID, name string, server bool, body func(*Thread)) TaskID {
	if h == 0 {
		h = b.Host(localHost)
	}
	b.onHost(call, h)
	if body == nil {
		b.wrong("task %q has no body", name)
	}
	m := b.m
	id := m.newTask(h, m.taskLabel(0, b.unused(name)), server)
	m.handle(m.newThread(id, 0, "", 0), body)
	m.born = m.born[:0]
	return id
}

// unused returns name, or with a number behind it if another task of Main's has it. Main
// makes its tasks in the same order in every run, so these names do not depend on the schedule.
func (b *Boot) unused(name string) string {
	if b.tasks == nil {
		b.tasks = map[string]int{}
	}
	free, n := name, max(b.tasks[name], 1)
	for name != "" && b.tasks[free] != 0 {
		n++
		free = fmt.Sprintf("%s-%d", name, n)
	}
	b.tasks[name], b.tasks[free] = n, max(b.tasks[free], 1)
	return free
}

// Send gives a task a send right to a port, made from another task's receive
// right, and returns its name there. Task and receiver may be on different hosts.
func (b *Boot) Send(receiver TaskID, port ipc.Name, to TaskID) ipc.Name {
	b.ofTask("Send", receiver)
	b.ofTask("Send", to)
	return b.m.grant(receiver, port, to)
}

// Port gives a task the receive right of a new port, under the program's name.
func (b *Boot) Port(t TaskID, name string) ipc.Name {
	b.ofTask("Port", t)
	m := b.m
	n, _ := m.IPC.PortAllocate(m.Tasks.At(uint32(t)).Space, ipc.RightReceive)
	m.label(t, n, 0, name)
	return n
}

// DatagramPort is Port for a datagram port (Thread.NewDatagramPort).
func (b *Boot) DatagramPort(t TaskID, name string) ipc.Name {
	n := b.Port(t, name)
	p := b.m.IPC.PortOf(b.m.Tasks.At(uint32(t)).Space, n)
	b.m.IPC.Ports.Mut(uint32(p)).Datagram = true
	return n
}

// NetServer makes port, whose receive right server has, the one where the tasks
// of a host find its netname server: also those made later.
func (b *Boot) NetServer(h HostID, server TaskID, port ipc.Name) {
	b.onHost("NetServer", h)
	b.ofTask("NetServer", server)
	if !b.m.receives(server, port) {
		b.wrong("b.NetServer: %s does not receive from name %d", b.m.given().task(server), port)
	}
	p := b.m.IPC.PortOf(b.m.Tasks.At(uint32(server)).Space, port)
	b.m.setNetServer(h, p)
}

// HostName returns the name of a host.
func (b *Boot) HostName(h HostID) string {
	b.onHost("HostName", h)
	return b.m.Hosts.At(uint32(h)).Name
}
