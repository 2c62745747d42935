package history

import (
	"fmt"

	"machsim/debugger/trace"
	"machsim/ipc"
)

// text is a message in words: its id, and its items with ports by what name gives for
// them. Memory is shown without its address, which only the receiver's history of calls
// can tell.
func text(id int32, items []ipc.Item, name func(uint64) string) string {
	return trace.Body(id, items, func(it *ipc.Item) string {
		if it.Kind == ipc.KindMemory {
			return fmt.Sprintf("%d bytes of memory", max(int(it.Size), len(it.Str)))
		}
		return trace.Item(it, name)
	})
}
