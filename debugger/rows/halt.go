package rows

import "machsim/kernel"

// Halt is a halt by agents at a host, as far as it has come (kernel.Agents).
type Halt struct {
	Number int
	Host   string
	From   string // the host whose agent told it; "" where the halt began
	Event  int    // with which the host halted
	At     int64  // when, in microseconds of virtual time
	Ended  int    // the event with which it went on; 0 if it has not
	Until  int64  // when that was
	Stood  int64  // for how long the host has stood by all halts so far: what its clock is behind
}

// Halts lists the halts of hosts in the order in which these halted.
func Halts(st *kernel.State) (all []Halt) {
	for _, x := range st.Halt.Stands {
		h := st.Hosts.At(uint32(x.Host))
		row := Halt{Number: int(x.Number), Host: st.HostName(x.Host), Event: int(x.Event), At: x.At,
			Ended: int(x.Ended), Stood: st.Now - h.Logical(st.Now)}
		if x.From != x.Host {
			row.From = st.HostName(x.From)
		}
		if x.Ended != 0 {
			row.Until = x.Until
		}
		all = append(all, row)
	}
	return all
}
