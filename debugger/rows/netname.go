package rows

import (
	"cmp"
	"maps"
	"slices"

	"machsim/debugger/event/history"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// CheckedIn is a name that was checked in at the name server of a host.
type CheckedIn struct {
	Host, Name, Port string
	Thread           string // the thread that checked it in; "" if that was before the beginning of a part of a run
	Event            uint64 // 0 if it was
	Dead             bool   // the port has died; the server forgets the name when it hears of that
}

// Netnames lists the checked-in names, according to the answers of the name servers. A request that
// the server has granted counts only once its client has the answer. Names of a host that is down
// are left out. What was checked in before a part of a run begins, the servers know there; a request that
// was on its way then is left out.
func (x Records) Netnames() ([]CheckedIn, error) {
	names, err := x.History(history.Netname)
	if err != nil {
		return nil, err
	}
	before, err := x.past.NamesBefore()
	if err != nil {
		return nil, err
	}
	all := append([]CheckedIn(nil), before...)
	st := x.past.State()
	hosts := hostsOfThreads(st)
	up := slices.Collect(maps.Values(hosts))
	for _, r := range names {
		call, result, port := cell(r, 0), cell(r, 2), cell(r, 3)
		if result != "NETNAME_SUCCESS" || call != "netname_check_in" && call != "netname_check_out" {
			continue
		}
		host := hosts[r.Thread]
		all = slices.DeleteFunc(all, func(c CheckedIn) bool { return c.Host == host && c.Name == r.Object })
		if call == "netname_check_in" {
			all = append(all, CheckedIn{Host: host, Name: r.Object, Port: port, Thread: r.Thread, Event: r.Event})
		}
	}
	all = slices.DeleteFunc(all, func(c CheckedIn) bool { return !slices.Contains(up, c.Host) })
	alive := portsAlive(st)
	for i := range all {
		all[i].Dead = !alive[all[i].Port]
	}
	slices.SortFunc(all, func(a, b CheckedIn) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.Name, b.Name))
	})
	return all, nil
}

// KnownTo are the names that a name server knows in a state: its thread, and what that remembers (kernel.Thread.Serve).
// Any other thread knows none.
func KnownTo(st *kernel.State, id kernel.ThreadID, remembers any) (all []CheckedIn) {
	host := st.HostName(st.Tasks.At(uint32(st.Threads.At(uint32(id)).Task)).Host)
	for name, port := range netname.Known(remembers) {
		if o := named(st, id, port); o.ID != 0 {
			all = append(all, CheckedIn{Host: host, Name: name, Port: st.NameOf(o)})
		}
	}
	return all
}

// portsAlive returns all names of the ports that are alive.
func portsAlive(st *kernel.State) map[string]bool {
	alive := map[string]bool{}
	for _, n := range All(st, kernel.PortObject) {
		if p := st.IPC.Ports.At(n.ID); !p.Dead && p.Kind == kernel.KindPlain {
			given := st.PortName(ipc.PortID(n.ID))
			alive[given], alive[n.Name], alive[n.Virtual] = true, true, true
		}
	}
	return alive
}

// hostsOfThreads maps the names of threads to their hosts, if these are up.
func hostsOfThreads(st *kernel.State) map[string]string {
	hosts := map[string]string{}
	for id := range st.Threads.All {
		t := st.Tasks.At(uint32(st.Threads.At(id).Task))
		if !st.Hosts.At(uint32(t.Host)).Down {
			hosts[st.ThreadName(kernel.ThreadID(id))] = st.HostName(t.Host)
		}
	}
	return hosts
}

func cell(r history.Row, column int) string {
	t, _ := r.Data[column].(string)
	return t
}
