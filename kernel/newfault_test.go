package kernel

// A fault that is not in the kernel, added as docs/HACKING.md says: its number, its row, and what its row names.
// TestNewFault looks for it everywhere.

// FaultWarp is its number: the first that is free.
const FaultWarp = NumFaults

func init() {
	faultRows[FaultWarp] = faultRow{
		name: "warp", hits: HitsHost, can: (*State).warps,
		doc: "the clock of a host jumps by an hour", where: "a host that is up",
		says: func(host, _ string, by int64) string {
			return "the clock of host " + host + " jumps by " + Milliseconds(by)
		},
		does: func(c *core, f Fault) { c.Hosts.Mut(f.Object).Offset += f.Amount },
	}
}

// warps appends the hosts whose clock can jump.
func (s *State) warps(_ PacketID, all []Fault) []Fault {
	for id := range s.Hosts.All {
		if !s.Hosts.At(id).Down {
			all = append(all, Fault{FaultWarp, id, 3600 * 1_000_000})
		}
	}
	return all
}
