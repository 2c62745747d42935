package edits

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/ipc"
	"machsim/kernel"
)

// Alter gives a field of a message that is queued, or on a wire, another value of the same kind.
type Alter struct {
	Sent  uint64 // the number of the event that sent it
	Field string // its name, or the number of an item, from 1
	Value string // a number, true or false, or a text, as the field was
}

// Reorder moves a message to another place in the queue that it is in. Whoever receives takes the first one.
type Reorder struct {
	Sent  uint64 // the number of the event that sent it
	Place int    // in its queue, from 1; 0 for the last
}

// Abort ends the wait of a thread, as thread_abort does: its call returns that it was interrupted.
type Abort struct {
	Thread string // its name
}

func (c Alter) Edit(d In) (kernel.Edit, error) {
	m, err := d.queued(c.Sent)
	if err != nil {
		return kernel.Edit{}, err
	}
	items := d.S.State().IPC.Msgs.At(uint32(m)).Items
	i, err := fieldIn(items, c.Field)
	if err != nil {
		return kernel.Edit{}, err
	}
	item, err := itemLike(&items[i], c.Value)
	return kernel.Edit{Kind: kernel.EditField, Object: uint32(m), ID: int32(i), Items: []ipc.Item{item}}, err
}

// fieldIn is the index of a field of a message.
func fieldIn(items []ipc.Item, field string) (int, error) {
	var names []string
	if s, ok := kernel.ShapeOf(items); ok {
		names = s.Fields(items)
	}
	for i, name := range names {
		if name != "" && name == field {
			return i, nil
		}
	}
	if n, err := strconv.Atoi(field); err == nil && n >= 1 && n <= len(items) && items[n-1].Kind != ipc.KindShape {
		return n - 1, nil
	}
	if named := text.Those(names, func(name string) bool { return name != "" }); len(named) > 0 {
		return 0, fmt.Errorf("the message has no field %q%s", field, text.DidYouMean(field, named))
	}
	return 0, fmt.Errorf("the message has no item %q: they are numbered from 1 to %d", field, len(items))
}

// itemLike reads a value for an item of the kind of another one.
func itemLike(it *ipc.Item, value string) (ipc.Item, error) {
	var x any
	var err error
	switch it.Kind {
	case ipc.KindInt:
		x, err = strconv.ParseInt(value, 0, 64)
	case ipc.KindFloat:
		x, err = strconv.ParseFloat(value, 64)
	case ipc.KindBool:
		x, err = strconv.ParseBool(value)
	case ipc.KindString:
		if x = value; strings.HasPrefix(value, `"`) {
			x, err = strconv.Unquote(value)
		}
	default:
		return *it, fmt.Errorf("this item is %s, which means nothing without its task: only numbers, truth values and texts "+
			"can be changed", it.Kind)
	}
	if err != nil {
		return *it, fmt.Errorf("%s is no value of this field, which is of kind %s", strconv.Quote(value), it.Kind)
	}
	return ipc.NewMessage(0, x).Items[0], nil
}

func (c Reorder) Edit(d In) (kernel.Edit, error) {
	m, err := d.queued(c.Sent)
	if err != nil {
		return kernel.Edit{}, err
	}
	st := d.S.State()
	n := 0
	port := st.IPC.Ports.At(uint32(st.IPC.Msgs.At(uint32(m)).Dest))
	for q := st.IPC.First(st.IPC.Msgs.At(uint32(m)).Dest, port.Set); q != 0; q = st.IPC.Msgs.At(uint32(q)).Next {
		n++
	}
	e := kernel.Edit{Kind: kernel.EditMove, Object: uint32(m), ID: int32(c.Place - 1)}
	switch {
	case port.Kind == kernel.KindProxy:
		return e, errors.New("the message is on its way to another host, and such messages arrive in the order in which " +
			"they were sent")
	case c.Place == 0:
		e.ID = int32(n - 1)
	case c.Place < 0 || c.Place > n:
		return e, fmt.Errorf("the queue has no place %d: they are 1 to %d", c.Place, n)
	}
	return e, nil
}

func (c Abort) Edit(d In) (kernel.Edit, error) {
	id, err := d.ThreadHere(c.Thread)
	if err != nil {
		return kernel.Edit{}, err
	}
	e := kernel.Edit{Kind: kernel.EditAbort, Object: uint32(id)}
	if errors.Is(d.S.CheckEdit(&e), kernel.ErrNotWaiting) {
		return e, fmt.Errorf("%s does not wait for a message, room in a queue or time, and no other wait can be aborted",
			d.S.ThreadName(id))
	}
	return e, nil
}
