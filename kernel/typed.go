package kernel

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"machsim/ipc"
)

// Messages as Go structs. A struct is a message: its fields are integers, bool, string, []byte,
// rights (Name, ReceiveRight, SendOnceRight), and structs and slices of these.
//
//	type Deposit struct{ Account, Amount int }
//	type Balance struct{ Amount int }
//
//	balance, err := kernel.RPC[Deposit, Balance](th, bank, Deposit{Account: 3, Amount: 10})
//
// The id of the message is made from the name of the type, so it is the same in every task. What
// travels are Mach's typed items, one for each value, and one that says what they are (Shape).

// ReceiveRight is a field that moves a receive right to the receiver of the message.
type ReceiveRight ipc.Name

// SendOnceRight is a field that gives the receiver a send-once right: one that is made, if the
// name is that of a receive right, or else the one that the name stands for.
type SendOnceRight ipc.Name

// The kernel's notifications as structs, to be received as other messages are.
type (
	// DeadName says that the port of a name has died. The name has got a reference for it.
	DeadName struct{ Name Name }
	// PortDeleted says that the name is gone, for the task itself has destroyed the port.
	PortDeleted struct{ Name Name }
	// NoSenders says that the last send right to the port is gone. Made is the number of send rights
	// that were made.
	NoSenders struct{ Made int }
	// PortDestroyed brings back the receive right of a port instead of destroying it.
	PortDestroyed struct{ Port ReceiveRight }
	// SendOnce says that a send-once right to the port was thrown away without having been used.
	SendOnce struct{}
)

var noticeIDs = map[reflect.Type]int32{
	reflect.TypeFor[DeadName]():      ipc.MACH_NOTIFY_DEAD_NAME,
	reflect.TypeFor[PortDeleted]():   ipc.MACH_NOTIFY_PORT_DELETED,
	reflect.TypeFor[NoSenders]():     ipc.MACH_NOTIFY_NO_SENDERS,
	reflect.TypeFor[PortDestroyed](): ipc.MACH_NOTIFY_PORT_DESTROYED,
	reflect.TypeFor[SendOnce]():      ipc.MACH_NOTIFY_SEND_ONCE,
}

// Received is a message that has come: a struct, and the message that it was made from, with the
// reply port of a request.
type Received[T any] struct {
	*ipc.Message
	Body T
}

// String is the struct with its name and fields, as traces show it.
func (m *Received[T]) String() string {
	t := reflect.TypeOf(any(m.Body))
	if t == nil {
		return "nothing"
	}
	return fmt.Sprintf("%s%+v", t.Name(), any(m.Body))
}

// WrongMessage is the error for a message that is none of those expected: its id is another one's,
// or its fields are. Any task with a right to the port can send one, so a server has to expect it. The
// rights in it are the receiver's.
type WrongMessage struct {
	ID   int32
	Came string // what came
	Want string // what was expected
}

func (w *WrongMessage) Error() string { return fmt.Sprintf("%s came, and not %s", w.Came, w.Want) }

// Send sends v, a struct, to the port that a name stands for, and waits while its queue is full.
// The errors are those of Thread.Send. When they say that nothing was sent, a right that v moves
// may have come back under another name; who has to know that sends what Pack makes.
func Send[T any](th *Thread, to Name, v T) error {
	return th.sent("kernel.Send", to, th.send(to, pack(th, &th.packed, v), ipc.MACH_SEND_MSG, 0))
}

// SendTimeout is Send that waits at most so long for room in the queue: MACH_SEND_TIMED_OUT.
func SendTimeout[T any](th *Thread, to Name, v T, d Duration) error {
	opt := ipc.MACH_SEND_MSG | ipc.MACH_SEND_TIMEOUT
	return th.sent("kernel.SendTimeout", to, th.send(to, pack(th, &th.packed, v), opt, d.milliseconds()))
}

// Receive waits for a message at a port or port set. It is a T; or, where T is an interface, one
// of the kinds, of which each is given by a value:
//
//	m, err := kernel.Receive[any](th, port, Deposit{}, Goodbye{})
//	...
//	switch r := m.Body.(type) {
//	case Deposit:
//
// The errors are those of Thread.Receive, and *WrongMessage; what came is then in the Message.
func Receive[T any](th *Thread, from Name, kinds ...T) (m *Received[T], err error) {
	m = &Received[T]{Message: &ipc.Message{Items: make([]ipc.Item, fewItems)}}
	return m, receive(th, m, from, kinds)
}

// ReceiveTimeout is Receive that waits at most so long: MACH_RCV_TIMED_OUT.
func ReceiveTimeout[T any](th *Thread, from Name, d Duration, kinds ...T) (m *Received[T], err error) {
	m = &Received[T]{Message: &ipc.Message{Items: make([]ipc.Item, fewItems)}}
	return m, receiveTimeout(th, m, from, d, kinds)
}

// fewItems is the number of items of most messages.
const fewItems = 3

// receive fills in what Receive has made. As Receive is inlined, and receive lets go of m, that lies on the stack of a
// program that does not keep it. So it cannot be where the kernel puts the message.
func receive[T any](th *Thread, m *Received[T], from Name, kinds []T) error {
	types := kindsOf(th, kinds)
	err := th.arrive(from, 0, 0)
	return open(th, m, th.received("kernel.Receive", from, err), types)
}

func receiveTimeout[T any](th *Thread, m *Received[T], from Name, d Duration, kinds []T) error {
	types := kindsOf(th, kinds)
	err := th.arrive(from, ipc.MACH_RCV_TIMEOUT, d.milliseconds())
	return open(th, m, th.received("kernel.ReceiveTimeout", from, err), types)
}

// arrive receives a message into th.arrived.
func (th *Thread) arrive(from Name, opt ipc.Option, ms int) error {
	th.mine()
	m := &th.arrived
	m.Header, m.Items = ipc.Header{}, m.Items[:0]
	return th.Mach().receive(m, from, opt, ms)
}

// open makes to of the message that has arrived. err is that of its receipt, and is returned if it is one.
func open[T any](th *Thread, to *Received[T], err error, types []*codec) error {
	if err == nil {
		err = unpack(&th.arrived, &to.Body, types, noRawID)
	}
	move(to.Message, &th.arrived)
	return err
}

// move moves what a message says into another one, which has fewItems items.
func move(to, from *ipc.Message) {
	to.Header = from.Header
	if len(from.Items) > fewItems {
		to.Items, from.Items = from.Items, nil
		return
	}
	n := copy(to.Items, from.Items)
	to.Items = to.Items[:n]
	clear(from.Items)
}

// RPC sends a request and waits for the reply. The errors are those of Thread.RPC, but for
// MIG_REPLY_MISMATCH; a reply that is no Rep is a *WrongMessage. Where Rep is an interface, kinds
// are what it may be, as in Receive.
func RPC[Req, Rep any](th *Thread, to Name, request Req, kinds ...Rep) (Rep, error) {
	return rpcOf(th, "kernel.RPC", to, pack(th, &th.packed, request), 0, 0, kinds)
}

// RPCTimeout is RPC that waits at most so long for room at the destination, and again for the
// reply: MACH_SEND_TIMED_OUT, MACH_RCV_TIMED_OUT.
func RPCTimeout[Req, Rep any](th *Thread, to Name, request Req, d Duration, kinds ...Rep) (Rep, error) {
	const both = ipc.MACH_SEND_TIMEOUT | ipc.MACH_RCV_TIMEOUT
	return rpcOf(th, "kernel.RPCTimeout", to, pack(th, &th.packed, request), both, d.milliseconds(), kinds)
}

func rpcOf[Rep any](th *Thread, call string, to Name, request *ipc.Message, opt ipc.Option, ms int,
	kinds []Rep) (reply Rep, err error) {
	types := kindsOf(th, kinds)
	m, err := th.rpc(to, request, opt, ms, &th.gotBack)
	if err = th.sent(call, to, err); err != nil && err != ipc.MIG_REPLY_MISMATCH {
		return reply, err
	}
	if err = unpack(m, &reply, types, request.ID+100); err != nil {
		th.Mach().Destroy(m)
	}
	return reply, err
}

// Reply answers a request with v, a struct. The errors are those of Thread.Reply. A request that
// was no struct is answered as Mach does it, with the id of the request plus 100.
func Reply[T, Rep any](th *Thread, request *Received[T], v Rep) error {
	m := pack(th, &th.packed, v)
	if shapeText(request.Items) == "" {
		m.ID = 0
	}
	return th.replied("kernel.Reply", request.Message, m)
}

// Pack makes the message that carries v, a struct, for the calls that take messages. A type that
// cannot be sent fails the run; the report names the field.
func Pack[T any](th *Thread, v T) *ipc.Message { return pack(th, ipc.Blank(), v) }

// pack is Pack in the room of another message.
func pack[T any](th *Thread, m *ipc.Message, v T) *ipc.Message {
	th.mine() // the room may be the thread's own
	t := reflect.TypeFor[T]()
	boxed := t.Kind() == reflect.Interface
	if boxed {
		t = reflect.TypeOf(any(v))
	}
	m.Header, m.Items = ipc.Header{}, m.Items[:0]
	if t == nil {
		th.fails(Misuse, "nil was to be sent; a message is a struct")
		return m
	}
	c := th.usable(t)
	m.ID, m.Items = c.id, c.encode(th, m.Items, inBox(c, v, boxed))
	c.empty()
	return m
}

// Unpack returns what a message says as a T; or, where T is an interface, as one of the kinds, of
// which each is given by a value. The error is a *WrongMessage.
func Unpack[T any](th *Thread, m *ipc.Message, kinds ...T) (T, error) {
	var v T
	err := unpack(m, &v, kindsOf(th, kinds), noRawID)
	return v, err
}

// usable returns the codec of a type, or fails the run if it cannot be sent.
func (th *Thread) usable(t reflect.Type) *codec {
	th.mine() // a goroutine that is not the thread's must not write to the table
	c := th.m.codec(t)
	if c.refuse != "" {
		th.fails(Misuse, c.refuse)
		return (&codec{typ: t}).ready()
	}
	return c
}

// kindsOf returns the codecs of the types that a call expects.
func kindsOf[T any](th *Thread, kinds []T) []*codec {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Interface {
		return th.usable(t).alone
	}
	if len(kinds) == 0 {
		th.fails(Misuse, fmt.Sprintf("a message that is some %s was to be received; "+
			"say which there are, as in kernel.Receive[any](th, port, Deposit{}, Goodbye{})", t))
	}
	all := make([]*codec, 0, len(kinds))
	for _, k := range kinds {
		c := th.usable(reflect.TypeOf(k))
		for _, other := range all {
			th.collide(c, other)
		}
		all = append(all, c)
	}
	return all
}

// collide fails the run if two types have messages of one id.
func (th *Thread) collide(a, b *codec) {
	if a.id == b.id {
		th.fails(Misuse, fmt.Sprintf("%s and %s have messages of one id, %d, which is made from their names; "+
			"a receiver cannot tell them apart, so rename one", a.typ, b.typ, a.id))
	}
}

// noRawID is for messages that have to have the id of their type.
const noRawID = -1

// unpack is Unpack. A message with the id raw, which only says what it answers, is taken for the
// one type that there is, if its items are those.
func unpack[T any](m *ipc.Message, v *T, types []*codec, raw int32) error {
	if len(types) == 1 && raw != noRawID && m.ID == raw && shapeText(m.Items) == "" {
		raw = types[0].id
	} else {
		raw = m.ID
	}
	for _, c := range types {
		if c.id != raw {
			continue
		}
		ok := c.decode(m, c.box.Elem())
		if ok {
			outOfBox(c, v)
		}
		c.empty()
		if ok {
			return nil
		}
		break
	}
	return wrongMessage(m, types)
}

// inBox puts a value into the box of its codec. It goes there by way of an any if boxed, which its type T is then.
func inBox[T any](c *codec, v T, boxed bool) reflect.Value {
	switch {
	case boxed:
		c.box.Elem().Set(reflect.ValueOf(any(v)))
	default:
		*c.box.Interface().(*T) = v
	}
	return c.box.Elem()
}

// outOfBox takes a value from the box of its codec.
func outOfBox[T any](c *codec, v *T) {
	if p, ok := c.box.Interface().(*T); ok {
		*v = *p
		return
	}
	*v = c.box.Elem().Interface().(T)
}

func wrongMessage(m *ipc.Message, types []*codec) error {
	var want []string
	for _, c := range types {
		want = append(want, c.typ.Name()+shapeOfFields(c.fields))
	}
	text := came(m)
	if slices.Contains(want, text) {
		text += ", with values for which its fields are too small,"
	}
	return &WrongMessage{ID: m.ID, Came: text, Want: strings.Join(want, " or ")}
}

// came describes a message that is none of those expected.
func came(m *ipc.Message) string {
	if s, ok := ShapeOf(m.Items); ok {
		text := s.Name + shapeOfFields(s.fields)
		if s.Fields(m.Items) == nil {
			text += ", whose items are others,"
		}
		return text
	}
	kinds := make([]string, 0, min(len(m.Items), 8))
	for i := range m.Items {
		if i == 8 {
			kinds = append(kinds, "...")
			break
		}
		kinds = append(kinds, m.Items[i].Kind.String())
	}
	return fmt.Sprintf("message %d(%s)", m.ID, strings.Join(kinds, ", "))
}
