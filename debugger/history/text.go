package history

import (
	"fmt"
	"strings"

	"machsim/ipc"
)

// maxItems is how many items of a message are shown.
const maxItems = 6

// text is a message in words: its id, and its items with ports by what name gives for
// them.
func text(id int32, items []ipc.Item, name func(uint64) string) string {
	var parts []string
	for i := range items {
		if i == maxItems {
			parts = append(parts, fmt.Sprintf("%d more", len(items)-i))
			break
		}
		parts = append(parts, item(&items[i], name))
	}
	return fmt.Sprintf("%d(%s)", id, strings.Join(parts, ", "))
}

// item is an item in words. Memory is shown without its address, which only the
// receiver's history of calls can tell.
func item(it *ipc.Item, name func(uint64) string) string {
	switch it.Kind {
	case ipc.KindPort:
		return rights[it.Disp] + name(it.Num)
	case ipc.KindMemory:
		return fmt.Sprintf("%d bytes of memory", max(int(it.Size), len(it.Str)))
	case ipc.KindName:
		return ipc.Name(it.Num).String()
	}
	return it.String()
}

// rights are the words before a port whose right a message carries.
var rights = map[ipc.Disposition]string{
	ipc.MoveSend: "port ", ipc.CopySend: "port ", ipc.MakeSend: "port ",
	ipc.MoveReceive:  "receive right ",
	ipc.MoveSendOnce: "send-once right ", ipc.MakeSendOnce: "send-once right ",
}
