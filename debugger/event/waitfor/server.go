package waitfor

import (
	"strings"

	"machsim/kernel"
)

// IsNameServer says whether a task is a host's name server, which machsim brings along (netname.Start): it is no part
// of the program.
func IsNameServer(s *kernel.State, id kernel.TaskID) bool {
	return s.Tasks.At(uint32(id)).Server && strings.HasPrefix(s.TaskName(id), "netname-")
}
