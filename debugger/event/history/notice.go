package history

import (
	"machsim/debugger/event/trace"
	"machsim/ipc"
)

// say notes what a letter says; name names the ports in its items, about is the port whose name a notification is
// about.
func (l *letter) say(items []ipc.Item, name func(uint64) string, about string) {
	l.text = trace.Notice(l.id)
	if l.text == "" {
		l.text = inWords(l.id, items, name)
		return
	}
	l.about = about
	for i := range items {
		if items[i].Kind == ipc.KindPort {
			l.about = name(items[i].Num)
		}
	}
}

// named names what a name of the event's thread stands for, or stood for before the event; else it returns the name.
func (c *Collector) named(n uint64) string {
	if v := c.reader.Name(ipc.Name(n)); v.Text != "" {
		return c.value(&v)
	}
	return ipc.Name(n).String()
}
