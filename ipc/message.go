package ipc

// Right selects one kind of right (MACH_PORT_RIGHT_*).
type Right uint32

const (
	RightSend Right = iota
	RightReceive
	RightSendOnce
	RightPortSet
	RightDeadName
)

// Type is the set of rights under a name, a bit for each, with bits for pending
// requests (MACH_PORT_TYPE_*).
type Type uint32

const (
	TypeSend        Type = 1 << (16 + RightSend)
	TypeReceive     Type = 1 << (16 + RightReceive)
	TypeSendOnce    Type = 1 << (16 + RightSendOnce)
	TypePortSet     Type = 1 << (16 + RightPortSet)
	TypeDeadName    Type = 1 << (16 + RightDeadName)
	TypeSendReceive      = TypeSend | TypeReceive
	TypeDNRequest   Type = 1 << 31 // a dead-name request is registered
	TypeMARequest   Type = 1 << 30 // a msg-accepted notification is outstanding
)

// Disposition says what a message does with the sender's right, or, in a
// message that was received, which right arrived (MACH_MSG_TYPE_*).
type Disposition uint8

const (
	MoveReceive  Disposition = 16
	MoveSend     Disposition = 17
	MoveSendOnce Disposition = 18
	CopySend     Disposition = 19
	MakeSend     Disposition = 20
	MakeSendOnce Disposition = 21

	// What the receiver sees.
	PortReceive  = MoveReceive
	PortSend     = MoveSend
	PortSendOnce = MoveSendOnce
)

// Header is the fixed part of a message (mach_msg_header_t).
//
//	          sending                      received
//	Remote    destination                  reply port, or Null
//	Local     reply port, or Null          the receive right it arrived on
//
// RemoteType and LocalType say how each is carried; a received header can be
// sent back as a reply after setting Local to Null.
type Header struct {
	Remote     Name
	Local      Name
	RemoteType Disposition
	LocalType  Disposition
	ID         int32  // the program's own
	Size       uint32 // bytes, stamped on receipt
	Seqno      uint32 // stamped on receipt: position in the port's history
}

// ItemKind is the type of one item of a message's body.
type ItemKind uint8

const (
	KindInt    ItemKind = iota // Num is the value
	KindFloat                  // Num is its IEEE 754 bits
	KindBool                   // Num is 0 or 1
	KindString                 // Str is the value
	KindBytes                  // Str is the value
	KindPort                   // Num is a Name, Disp how it is carried
	KindMemory                 // out of line: Num is the address, Str the contents
	KindName                   // Num is a Name that carries no right, as in notifications
	KindShape                  // Str says what the items before it are; it comes last. See kernel.Shape
)

// Item is one typed item of a message's body. Items hold no reference to memory
// that anyone can write, so copying one copies its value.
type Item struct {
	Kind    ItemKind
	Disp    Disposition // of a port
	Dealloc bool        // memory: remove the range from the sender
	Bad     bool        // memory: the sender's range could not be read
	Size    uint32      // memory: bytes of the sender's range
	Num     uint64
	Str     string
}

// MovesReceive reports whether the item carries a receive right.
func (it Item) MovesReceive() bool { return it.Kind == KindPort && it.Disp == MoveReceive }

// Message is a message in a program's memory.
type Message struct {
	Header
	Items []Item
}
