package history

import (
	"fmt"

	"machsim/debugger/event/trace"
	"machsim/ipc"
)

// inWords formats a message: its id, and its items; name names the ports. It leaves out the addresses
// of memory, which are only in the receiver's history of calls.
func inWords(id int32, items []ipc.Item, name func(uint64) string) string {
	return trace.Body(id, items, func(it *ipc.Item) string {
		if it.Kind == ipc.KindMemory {
			return fmt.Sprintf("%d bytes of memory", max(int(it.Size), len(it.Str)))
		}
		return trace.Item(it, name)
	})
}
