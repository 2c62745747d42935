package analyse

import (
	"go/types"
	"slices"
	"strings"
)

// ofThread are the calls of kernel.Thread that matter.
var ofThread = map[string]summary{
	"(*machsim/kernel.Thread).NewPort":         newPort,
	"(*machsim/kernel.Thread).NewDatagramPort": newPort,
	"(*machsim/kernel.Thread).NewPortSet":      newPort,
	"(*machsim/kernel.Thread).AddMember":       addMember(1, 2),
	"(*machsim/kernel.Thread).Watch":           watch,
	"(*machsim/kernel.Thread).Spawn":           spawns(2, 3),
	"(*machsim/kernel.Thread).Exit":            ends,
	"(*machsim/kernel.Thread).Fail":            fails,
	"(*machsim/kernel.Thread).Send":            sendRaw(1, 2),
	"(*machsim/kernel.Thread).SendTimeout":     perhaps(sendRaw(1, 2)),
	"(*machsim/kernel.Thread).Receive":         surely(receiveRaw),
	"(*machsim/kernel.Thread).ReceiveTimeout":  surely(receiveRaw),
	"(*machsim/kernel.Thread).RPC":             surely(rpcRaw),
	"(*machsim/kernel.Thread).RPCTimeout":      surely(rpcRaw),
	"(*machsim/kernel.Thread).Reply":           replyRaw,
}

// ofBoot are those of kernel.Boot.
var ofBoot = map[string]summary{
	"(*machsim/kernel.Boot).Port":         newPort,
	"(*machsim/kernel.Boot).DatagramPort": newPort,
	"(*machsim/kernel.Boot).Send":         returned(2),
	"(*machsim/kernel.Boot).Task":         spawns(2, 3),
	"(*machsim/kernel.Boot).Server":       spawns(2, 3),
	"(*machsim/kernel.Boot).OnRestart":    restarts,
	"(*machsim/kernel.Boot).HostName":     names,
}

// special and registered are where it is kept which ports tasks are given.
const (
	special    = "special"
	registered = "registered"
)

// ofMach are those of Mach's calls that matter, and are followed.
var ofMach = map[string]summary{
	"(machsim/kernel.Mach).Send":                    sendRaw(1, 2),
	"(machsim/kernel.Mach).SendTimeout":             perhaps(sendRaw(1, 2)),
	"(machsim/kernel.Mach).Receive":                 surely(receiveRaw),
	"(machsim/kernel.Mach).ReceiveTimeout":          surely(receiveRaw),
	"(machsim/kernel.Mach).RPC":                     surely(rpcRaw),
	"(machsim/kernel.Mach).RPCTimeout":              surely(rpcRaw),
	"(machsim/kernel.Mach).Reply":                   replyRaw,
	"(machsim/kernel.Mach).Self":                    ofKernel,
	"(machsim/kernel.Mach).TaskSelf":                ofKernel,
	"(machsim/kernel.Mach).ThreadSelf":              ofKernel,
	"(machsim/kernel.Mach).HostSelf":                ofKernel,
	"(machsim/kernel.Mach).TaskCreate":              ofKernel,
	"(machsim/kernel.Mach).ThreadCreate":            forks(-1, 2),
	"(machsim/kernel.Mach).PortAllocate":            newPort,
	"(machsim/kernel.Mach).PortMoveMember":          addMember(3, 2),
	"(machsim/kernel.Mach).PortInsertRight":         inserts,
	"(machsim/kernel.Mach).PortRequestNotification": requests,
	"(machsim/kernel.Mach).TaskSetSpecialPort":      keepsAt(special, 3),
	"(machsim/kernel.Mach).TaskGetSpecialPort":      gives(special),
	"(machsim/kernel.Mach).ThreadSetSpecialPort":    keepsAt(special, 3),
	"(machsim/kernel.Mach).ThreadGetSpecialPort":    gives(special),
}

func newPort(f *frame, s *site, n int) int {
	f.many[s.key] = f.loops(s)
	f.put(s.to(0), value{{sort: port, key: s.key}})
	return n
}

var kernels = value{{sort: port, key: "the kernel's"}}

// ofKernel is a call that returns a right to a port of the kernel, at which no process receives.
func ofKernel(f *frame, s *site, n int) int {
	f.put(s.to(0), kernels)
	return n
}

// member is where it is kept which ports a set has.
const member = "member "

func addMember(set, port int) summary {
	return func(f *frame, s *site, n int) int {
		for _, a := range f.value(s.Args[set]) {
			if a.sort == unknown {
				f.open(f.where(s.at), "puts a port into a set that is not known")
			}
			f.put(member+a.key, f.value(s.Args[port]))
		}
		return n
	}
}

// through are the ports through which a receive takes messages: those of a set, too.
func (f *frame) through(ports value) value {
	all := ports
	for _, a := range ports {
		all = all.with(f.cells[member+a.key])
	}
	return all
}

// inserts is a call that gives a right a name, which has to be the one that it has.
func inserts(f *frame, s *site, n int) int {
	if name, right := f.value(s.Args[2]), f.value(s.Args[3]); !slices.Equal(name, right) {
		f.open(f.where(s.at), "gives a right another name, which is not followed")
	}
	return n
}

// requests is a call that has the kernel notify: one notice brings a port.
func requests(f *frame, s *site, n int) int {
	f.put(noticed+".Port", f.value(s.Args[2]))
	return nothing(f, s, n)
}

// watch notes which variable is shown.
func watch(f *frame, s *site, n int) int {
	for _, a := range f.value(s.Args[2]) {
		if a.sort == unknown {
			f.open(f.where(s.at), "shows a variable that is not known")
		}
		if a.sort != cell {
			continue
		}
		f.showers[a.key] = append(f.showers[a.key], f.process)
		if !f.watched[a.key] {
			f.watched[a.key], f.grown = true, true
		}
	}
	return n
}

// names is a call that returns the name of a host.
func names(f *frame, s *site, n int) int {
	f.put(s.to(0), anyText)
	return n
}

// spawns is a call that makes a task of its own; forks, a thread with the same variables.
func spawns(name, body int) summary { return makes(name, body, false) }
func forks(name, body int) summary  { return makes(name, body, true) }

// restarts is a call that has a task made when a host was restarted.
func restarts(f *frame, s *site, n int) int {
	f.making(s, value{{sort: text, key: "restarted"}}, f.value(s.Args[2]), nil, true)
	return n
}

func makes(name, body int, shares bool) summary {
	return func(f *frame, s *site, n int) int {
		from, called := (*task)(nil), anyText
		if shares {
			from = f.task
		}
		if name >= 0 {
			called = f.value(s.Args[name]).texts()
		}
		if shares {
			called = called.orNumber()
			called = joined(value{{sort: text, key: f.task.name + "."}}, called)
		}
		f.making(s, called, f.value(s.Args[body]), from, f.loops(s))
		if s.results().Len() > 0 && isName(s.results().At(0).Type()) {
			return ofKernel(f, s, n)
		}
		return nothing(f, s, n)
	}
}

// orNumber has a number in place of no name.
func (v value) orNumber() (all value) {
	for _, a := range v {
		if a.key == "" {
			a.key = "*"
		}
		all = all.with(value{a})
	}
	return all
}

// making adds a process. One that makes itself, or is made by one of a family, is a family.
func (f *frame) making(s *site, name, body value, from *task, family bool) {
	for _, t := range f.tasks {
		if slices.Contains(f.task.sites, s.CallCommon) && slices.Contains(t.sites, s.CallCommon) &&
			len(t.sites) <= len(f.task.sites) {
			f.repeat(t.key)
			t.body = t.body.with(body)
			return
		}
	}
	sites := append(f.task.sites[:len(f.task.sites):len(f.task.sites)], s.CallCommon)
	t := &task{key: s.key, name: "*", body: body, from: from, sites: sites}
	if t.family = family || f.task.family || f.repeats[s.key]; t.family {
		f.tell(f.where(s.at), "a loop makes processes: they are one family")
	}
	if len(name) == 1 && name[0].sort == text {
		t.name = name[0].key
	} else if i := strings.LastIndexByte(f.task.name, '.'); from != nil && i < 0 {
		t.name = f.task.name + ".*"
	}
	f.tasks = append(f.tasks, t)
}

// repeat notes that there may be several processes of a task, or that a function calls itself.
func (f *frame) repeat(key string) {
	if !f.repeats[key] {
		f.repeats[key], f.grown = true, true
	}
}

// loops says whether a call may be made more than once by its process.
func (f *frame) loops(s *site) bool {
	if repeated(s.block) {
		return true
	}
	for g := f; g != nil; g = g.caller {
		if g.loop || f.repeats[g.key] {
			return true
		}
	}
	return false
}

// isFunction says whether values of a type are functions.
func isFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
