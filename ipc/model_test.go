package ipc

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// A second implementation of rights and queues, naive on purpose: pointers and
// maps, counts found by looking everywhere, no ids, no indexes. Names are not
// predicted: where the kernel picks one, the model is told which and only checks
// that it was free.

type mPort struct {
	serial         int
	dead           bool
	space          *mSpace // receiver
	travels        *mPort  // where a receive right in a message goes
	set            *mSet
	queue          []*mMsg // own queue
	mscount, seqno uint32
	qlimit         int
	ns, pd         *mPort
	dn             []*mRequest // slots, nil when free
	id             PortID      // the real thing's id while both are alive
}

type mRequest struct {
	space  *mSpace
	name   Name
	notify *mPort
}

type mSet struct {
	space   *mSpace
	members []*mPort
	queue   []*mMsg
}

type mEntry struct {
	port   *mPort
	recv   bool
	send   int // user references
	once   bool
	dead   int
	set    *mSet
	dn     *mRequest
	accept *mMsg
}

type mSpace struct {
	id    SpaceID
	gone  bool
	names map[Name]*mEntry
}

// mRight is a right in a message. port nil with dead false is a null.
type mRight struct {
	port *mPort
	dead bool
	kind Disposition
}

type mItem struct {
	kind  ItemKind
	num   uint64
	right mRight
}

type mMsg struct {
	dest, reply mRight
	id          int32
	items       []mItem
	circular    bool
	notify      *mPort // msg-accepted
	space       *mSpace
	name        Name
	seqno       uint32
}

type model struct {
	spaces []*mSpace
	ports  []*mPort // all that were ever made and are not forgotten
	msgs   map[*mMsg]bool
	doomed []*mMsg
	serial int
}

func newModel() *model { return &model{msgs: map[*mMsg]bool{}} }

func (w *model) newPort() *mPort {
	w.serial++
	p := &mPort{serial: w.serial, qlimit: 5}
	w.ports = append(w.ports, p)
	return p
}

// count looks through the world for rights of a kind to p.
func (w *model) count(p *mPort, kind Disposition) int {
	n := 0
	for _, sp := range w.spaces {
		for _, e := range sp.names {
			if e.port == p && (kind == PortSend && e.send > 0 || kind == PortSendOnce && e.once) {
				n++
			}
		}
	}
	for m := range w.msgs {
		for _, r := range m.rights() {
			if r.port == p && r.kind == kind {
				n++
			}
		}
		if m.notify == p && kind == PortSendOnce {
			n++
		}
	}
	for _, q := range w.ports {
		if kind != PortSendOnce || q.dead {
			continue
		}
		if q.ns == p {
			n++
		}
		if q.pd == p {
			n++
		}
		for _, r := range q.dn {
			if r != nil && r.notify == p {
				n++
			}
		}
	}
	return n
}

func (m *mMsg) rights() []mRight {
	rs := []mRight{m.dest, m.reply}
	for _, it := range m.items {
		if it.kind == KindPort {
			rs = append(rs, it.right)
		}
	}
	return rs
}

// checkSenders fires the no-senders request of p if there are no senders.
func (w *model) takeNoSenders(p *mPort) *mPort {
	if p.dead || p.ns == nil || w.count(p, PortSend) > 0 {
		return nil
	}
	to := p.ns
	p.ns = nil
	return to
}

func (w *model) lostSend(p *mPort) {
	mscount := p.mscount
	if to := w.takeNoSenders(p); to != nil {
		w.notify(to, MACH_NOTIFY_NO_SENDERS, mItem{kind: KindInt, num: uint64(mscount)})
	}
}

func (w *model) notify(to *mPort, id int32, items ...mItem) {
	m := &mMsg{dest: mRight{port: to, kind: PortSendOnce}, id: id, items: items}
	w.msgs[m] = true
	w.enqueue(m)
}

func nameItem(n Name) mItem { return mItem{kind: KindName, num: uint64(n)} }

func (w *model) enqueue(m *mMsg) {
	p := m.dest.port
	if p.dead {
		m.dest = mRight{}
		w.destroyMsg(m)
		return
	}
	if m.circular {
		w.destroyMsg(m)
		return
	}
	if p.set != nil {
		p.set.queue = append(p.set.queue, m)
	} else {
		p.queue = append(p.queue, m)
	}
}

func (w *model) msgCount(p *mPort) int {
	if p.set == nil {
		return len(p.queue)
	}
	n := 0
	for _, m := range p.set.queue {
		if m.dest.port == p {
			n++
		}
	}
	return n
}

func (w *model) destroyMsg(m *mMsg) {
	w.doomed = append(w.doomed, m)
	if len(w.doomed) > 1 {
		return
	}
	for len(w.doomed) > 0 {
		m := w.doomed[0]
		w.clean(m)
		w.doomed = w.doomed[1:]
		delete(w.msgs, m)
	}
}

func (w *model) clean(m *mMsg) {
	if m.notify != nil {
		to := m.notify
		w.endAccept(m)
		w.notify(to, MACH_NOTIFY_SEND_ONCE)
	}
	d := m.dest
	m.dest = mRight{}
	w.destroyRight(d)
	r := m.reply
	m.reply = mRight{}
	w.destroyRight(r)
	for i := range m.items {
		r := m.items[i].right
		m.items[i].right = mRight{}
		w.destroyRight(r)
	}
}

func (w *model) endAccept(m *mMsg) {
	if m.space != nil {
		m.space.names[m.name].accept = nil
	}
	m.space, m.name, m.notify = nil, Null, nil
}

func cancelAccept(e *mEntry) {
	if e.accept != nil {
		e.accept.space, e.accept.name = nil, Null
		e.accept = nil
	}
}

func (w *model) destroyRight(r mRight) {
	if r.port == nil || r.port.dead {
		return
	}
	switch r.kind {
	case PortSend:
		w.lostSend(r.port)
	case PortSendOnce:
		w.notify(r.port, MACH_NOTIFY_SEND_ONCE)
	case PortReceive:
		w.destroyPort(r.port)
	}
}

func (w *model) clearReceiver(p *mPort) {
	w.leaveSet(p)
	p.mscount, p.seqno = 0, 0
	p.space, p.travels = nil, nil
}

func (w *model) leaveSet(p *mPort) {
	if p.set == nil {
		return
	}
	set := p.set
	p.set = nil
	set.members = slices.DeleteFunc(set.members, func(q *mPort) bool { return q == p })
	var rest []*mMsg
	for _, m := range set.queue {
		if m.dest.port == p {
			p.queue = append(p.queue, m)
		} else {
			rest = append(rest, m)
		}
	}
	set.queue = rest
}

// circular: would p, travelling to dest, be out of reach?
func circular(p, dest *mPort) bool {
	for q := dest; q != nil; q = q.travels {
		if q == p {
			return true
		}
		if q.dead || q.space != nil {
			return false
		}
	}
	return false
}

func (w *model) destroyPort(p *mPort) {
	p.travels = nil
	if to := p.pd; to != nil {
		p.pd = nil
		if !circular(p, to) {
			p.travels = to
			w.notify(to, MACH_NOTIFY_PORT_DESTROYED, mItem{kind: KindPort, right: mRight{port: p, kind: PortReceive}})
			return
		}
	}
	p.dead = true
	for _, sp := range w.spaces {
		for _, e := range sp.names {
			if e.port == p {
				e.die()
			}
		}
	}
	if p.ns != nil {
		to := p.ns
		p.ns = nil
		w.notify(to, MACH_NOTIFY_SEND_ONCE)
	}
	for len(p.queue) > 0 {
		m := p.queue[0]
		p.queue = p.queue[1:]
		m.dest = mRight{}
		w.destroyMsg(m)
	}
	for _, r := range p.dn {
		if r != nil {
			w.notify(r.notify, MACH_NOTIFY_DEAD_NAME, nameItem(r.name))
		}
	}
	p.dn = nil
}

func (e *mEntry) die() {
	cancelAccept(e)
	e.dead = e.send
	if e.once {
		e.dead = 1
	}
	if e.dn != nil {
		e.dead++
	}
	*e = mEntry{dead: e.dead}
}

func (e *mEntry) kind() (Type, uint32) {
	t, refs := Type(0), uint32(0)
	switch {
	case e.dead > 0:
		t, refs = TypeDeadName, uint32(e.dead)
	case e.set != nil:
		t = TypePortSet
	case e.once:
		t, refs = TypeSendOnce, 1
	default:
		if e.recv {
			t |= TypeReceive
		}
		if e.send > 0 {
			t |= TypeSend
		}
		refs = uint32(e.send)
	}
	if e.dn != nil {
		t |= TypeDNRequest
	}
	if e.accept != nil {
		t |= TypeMARequest
	}
	return t, refs
}

func (e *mEntry) empty() bool {
	return !e.recv && e.send == 0 && !e.once && e.dead == 0 && e.set == nil
}

// remove deletes a name whose rights are gone; the cancelled dead-name request
// is returned, to fire.
func (w *model) remove(sp *mSpace, n Name) *mPort {
	e := sp.names[n]
	cancelAccept(e)
	delete(sp.names, n)
	return e.cancelDN()
}

func (e *mEntry) cancelDN() *mPort {
	if e.dn == nil {
		return nil
	}
	to := e.dn.notify
	for i, r := range e.port.dn {
		if r == e.dn {
			e.port.dn[i] = nil
		}
	}
	e.dn = nil
	return to
}

func (w *model) deleted(to *mPort, n Name) {
	if to != nil {
		w.notify(to, MACH_NOTIFY_PORT_DELETED, nameItem(n))
	}
}

func (e *mEntry) offers(d Disposition) bool {
	switch d {
	case MoveReceive, MakeSend, MakeSendOnce:
		return e.recv
	case MoveSend, CopySend:
		return e.send > 0 || e.dead > 0
	case MoveSendOnce:
		return e.once || e.dead > 0
	}
	return false
}

var arrivesAs = map[Disposition]Disposition{
	0: 0, MoveReceive: PortReceive, MoveSend: PortSend, CopySend: PortSend, MakeSend: PortSend,
	MoveSendOnce: PortSendOnce, MakeSendOnce: PortSendOnce,
}

// take removes what d says from the name. The right must at once go somewhere
// that count sees; the request to fire is returned.
func (w *model) take(sp *mSpace, n Name, d Disposition) (mRight, *mPort) {
	e := sp.names[n]
	r := mRight{port: e.port, kind: arrivesAs[d]}
	if e.dead > 0 {
		r.dead, r.port = true, nil
		if d != CopySend {
			e.dead--
		}
	} else {
		switch d {
		case MakeSend:
			e.port.mscount++
		case MoveSend:
			e.send--
		case MoveSendOnce:
			e.once = false
		case MoveReceive:
			e.recv = false
			w.clearReceiver(e.port)
		}
	}
	if e.empty() {
		return r, w.remove(sp, n)
	}
	return r, nil
}

// find is the entry with a send or receive right to p.
func (sp *mSpace) find(p *mPort) (Name, *mEntry) {
	for n, e := range sp.names {
		if e.port == p && (e.recv || e.send > 0) {
			return n, e
		}
	}
	return Null, nil
}

// give puts a right into a space; told is the name that the kernel says.
func (w *model) give(sp *mSpace, r mRight, told Name) (Name, error) {
	if r.dead || r.port != nil && r.port.dead {
		return Dead, nil
	}
	if r.port == nil {
		return Null, nil
	}
	n, e := Null, (*mEntry)(nil)
	if r.kind != PortSendOnce {
		n, e = sp.find(r.port)
	}
	if e == nil {
		if !told.valid() || sp.names[told] != nil {
			return told, fmt.Errorf("a %v got the name %v, which is no fresh one", r.kind, told)
		}
		n, e = told, &mEntry{port: r.port}
		sp.names[n] = e
	}
	switch r.kind {
	case PortSendOnce:
		e.once = true
	case PortSend:
		e.send = min(e.send+1, 65534)
	case PortReceive:
		e.recv = true
		r.port.space, r.port.travels = sp, nil
	}
	return n, nil
}

// destroyName is mach_port_destroy.
func (w *model) destroyName(sp *mSpace, n Name) {
	e := sp.names[n]
	p := e.port
	switch {
	case e.dead > 0:
		delete(sp.names, n)
	case e.set != nil:
		delete(sp.names, n)
		for len(e.set.members) > 0 {
			w.leaveSet(e.set.members[0])
		}
	case e.once:
		to := w.remove(sp, n)
		w.notify(p, MACH_NOTIFY_SEND_ONCE)
		w.deleted(to, n)
	case !e.recv:
		to := w.remove(sp, n)
		w.lostSend(p)
		w.deleted(to, n)
	default:
		had := e.send > 0
		to := w.remove(sp, n)
		mscount := p.mscount
		var ns *mPort
		if had {
			ns = w.takeNoSenders(p)
		}
		w.clearReceiver(p)
		w.destroyPort(p)
		if ns != nil {
			w.notify(ns, MACH_NOTIFY_NO_SENDERS, mItem{kind: KindInt, num: uint64(mscount)})
		}
		w.deleted(to, n)
	}
}

func (w *model) modRefs(sp *mSpace, n Name, r Right, delta int32) Code {
	if r > RightDeadName {
		return KERN_INVALID_VALUE
	}
	e := sp.names[n]
	if e == nil {
		return KERN_INVALID_NAME
	}
	has := [...]bool{e.send > 0, e.recv, e.once, e.set != nil, e.dead > 0}
	if !has[r] {
		return KERN_INVALID_RIGHT
	}
	if r == RightReceive || r == RightSendOnce || r == RightPortSet {
		switch delta {
		case 0:
			return 0
		case -1:
		default:
			return KERN_INVALID_VALUE
		}
		if r == RightReceive && e.send > 0 {
			p := e.port
			e.recv = false
			w.clearReceiver(p)
			w.destroyPort(p)
		} else {
			w.destroyName(sp, n)
		}
		return 0
	}
	refs, limit := &e.send, 65534
	if r == RightDeadName {
		refs, limit = &e.dead, 65535
	}
	switch sum := *refs + int(delta); {
	case sum < 0:
		return KERN_INVALID_VALUE
	case delta > 0 && sum > limit:
		return KERN_UREFS_OVERFLOW
	case sum == 0 && r == RightSend && e.recv:
		e.send = 0
		w.lostSend(e.port)
	case sum == 0:
		w.destroyName(sp, n)
	default:
		*refs = sum
	}
	return 0
}

func (w *model) deallocate(sp *mSpace, n Name) Code {
	e := sp.names[n]
	switch {
	case e == nil:
		return KERN_INVALID_NAME
	case e.dead > 0:
		return w.modRefs(sp, n, RightDeadName, -1)
	case e.once:
		return w.modRefs(sp, n, RightSendOnce, -1)
	case e.send > 0:
		return w.modRefs(sp, n, RightSend, -1)
	}
	return KERN_INVALID_RIGHT
}

// send does copyin; nil on failure. The message is not queued yet.
func (w *model) send(sp *mSpace, m *Message, cancel Name) (*mMsg, Code) {
	if arrivesAs[m.RemoteType] != PortSend && arrivesAs[m.RemoteType] != PortSendOnce {
		return nil, MACH_SEND_INVALID_HEADER
	}
	if m.LocalType == 0 && m.Local != Null || m.LocalType != 0 && arrivesAs[m.LocalType] != PortSend &&
		arrivesAs[m.LocalType] != PortSendOnce {
		return nil, MACH_SEND_INVALID_HEADER
	}
	if cancel != Null && (sp.names[cancel] == nil || !sp.names[cancel].recv) {
		return nil, MACH_SEND_INVALID_NOTIFY
	}
	d := sp.names[m.Remote]
	if d == nil {
		return nil, MACH_SEND_INVALID_DEST
	}
	if m.Local.valid() && (sp.names[m.Local] == nil || !sp.names[m.Local].offers(m.LocalType)) {
		return nil, MACH_SEND_INVALID_REPLY
	}
	if d.dead > 0 || !d.offers(m.RemoteType) {
		return nil, MACH_SEND_INVALID_DEST
	}
	if m.Local == m.Remote {
		if m.LocalType == MoveSendOnce || m.RemoteType == MoveSendOnce {
			return nil, MACH_SEND_INVALID_DEST
		}
		if m.LocalType == MoveSend && m.RemoteType == MoveSend && d.send < 2 {
			return nil, MACH_SEND_INVALID_DEST
		}
	}
	msg := &mMsg{id: m.ID}
	w.msgs[msg] = true
	var delDest, delReply *mPort
	takeReply := func() {
		switch {
		case m.Local == Dead:
			msg.reply = mRight{dead: true, kind: arrivesAs[m.LocalType]}
		case m.Local == Null:
			msg.reply = mRight{kind: arrivesAs[m.LocalType]}
		default:
			msg.reply, delReply = w.take(sp, m.Local, m.LocalType)
		}
	}
	if m.LocalType == CopySend {
		takeReply()
	}
	msg.dest, delDest = w.take(sp, m.Remote, m.RemoteType)
	if m.LocalType != CopySend {
		takeReply()
	}
	if cancel == Null || sp.names[cancel].port != delDest {
		w.deleted(delDest, m.Remote)
	}
	w.deleted(delReply, m.Local)
	for i, it := range m.Items {
		code := Code(0)
		out := mItem{kind: it.Kind, num: it.Num}
		n := Name(it.Num)
		switch {
		case it.Kind > KindShape || it.Dealloc && it.Kind != KindMemory:
			code = MACH_SEND_INVALID_TYPE
		case it.Bad:
			code = MACH_SEND_INVALID_MEMORY
		case it.Kind != KindPort:
		case arrivesAs[it.Disp] == 0:
			code = MACH_SEND_INVALID_TYPE
		case n == Null:
			out.right = mRight{kind: arrivesAs[it.Disp]}
		case n == Dead:
			out.right = mRight{dead: true, kind: arrivesAs[it.Disp]}
		case sp.names[n] == nil || !sp.names[n].offers(it.Disp):
			code = MACH_SEND_INVALID_RIGHT
		default:
			r, del := w.take(sp, n, it.Disp)
			out.right = r
			msg.items = append(msg.items, out)
			w.deleted(del, n)
			if r.kind == PortReceive && r.port != nil {
				if circular(r.port, msg.dest.port) {
					msg.circular = true
				} else {
					r.port.travels = msg.dest.port
				}
			}
			continue
		}
		if code != 0 {
			w.destroyMsg(msg)
			return nil, code
		}
		_ = i
		msg.items = append(msg.items, out)
	}
	return msg, 0
}

func (w *model) hasRoom(m *mMsg) bool {
	p := m.dest.port
	return p.dead || m.circular || m.dest.kind == PortSendOnce || w.msgCount(p) < p.qlimit
}

func (w *model) force(m *mMsg, sp *mSpace, notify Name) Code {
	n, e := sp.find(m.dest.port)
	if e != nil && e.accept != nil {
		return MACH_SEND_NOTIFY_IN_PROGRESS
	}
	if to := sp.names[notify]; to == nil || !to.recv {
		return MACH_SEND_INVALID_NOTIFY
	}
	m.notify = sp.names[notify].port
	if e != nil {
		m.space, m.name, e.accept = sp, n, m
	}
	w.enqueue(m)
	return MACH_SEND_WILL_NOTIFY
}

// dequeue takes a message from wherever it is.
func (w *model) dequeue(m *mMsg) {
	p := m.dest.port
	q := &p.queue
	if p.set != nil {
		q = &p.set.queue
	}
	*q = slices.DeleteFunc(slices.Clone(*q), func(x *mMsg) bool { return x == m })
	m.seqno = p.seqno
	p.seqno++
	if to := m.notify; to != nil {
		n := m.name
		w.endAccept(m)
		w.notify(to, MACH_NOTIFY_MSG_ACCEPTED, nameItem(n))
	}
}

// copyOut checks what the kernel delivered and does the same here.
func (w *model) copyOut(sp *mSpace, m *mMsg, notify Name, got *Message) (Code, error) {
	if notify != Null && (sp.names[notify] == nil || !sp.names[notify].recv) {
		return MACH_RCV_INVALID_NOTIFY, w.copyOutHeader(sp, m, got)
	}
	fresh := m.reply.port != nil && !m.reply.port.dead
	if fresh && m.reply.kind == PortSend {
		n, _ := sp.find(m.reply.port)
		fresh = n == Null
	}
	remote, err := w.give(sp, m.reply, got.Remote)
	if err != nil {
		return 0, err
	}
	if fresh && notify != Null {
		w.addDN(sp, remote, sp.names[remote], sp.names[notify].port)
	}
	m.reply = mRight{kind: m.reply.kind}
	kind := m.dest.kind
	local := w.consumeDest(sp, m)
	want := Header{Remote: remote, RemoteType: m.reply.kind, Local: local, LocalType: kind, ID: m.id, Seqno: m.seqno,
		Size: got.Size}
	if got.Header != want {
		return 0, fmt.Errorf("header %+v, want %+v", got.Header, want)
	}
	return 0, w.giveItems(sp, m, got)
}

func (w *model) copyOutHeader(sp *mSpace, m *mMsg, got *Message) error {
	want := Header{RemoteType: m.reply.kind, LocalType: m.dest.kind, ID: m.id, Seqno: m.seqno, Size: got.Size}
	want.Local = w.consumeDest(sp, m)
	if m.reply.dead {
		want.Remote = Dead
	}
	w.destroyMsg(m)
	if got.Header != want || len(got.Items) != 0 {
		return fmt.Errorf("header %+v and %d items, want %+v alone", got.Header, len(got.Items), want)
	}
	return nil
}

func (w *model) consumeDest(sp *mSpace, m *mMsg) Name {
	p, kind := m.dest.port, m.dest.kind
	m.dest = mRight{}
	if p.dead {
		return Dead
	}
	n := Null
	if p.space == sp {
		n, _ = sp.find(p)
	}
	switch {
	case kind == PortSend:
		w.lostSend(p)
	case n == Null:
		w.notify(p, MACH_NOTIFY_SEND_ONCE)
	}
	return n
}

func (w *model) copyBack(sp *mSpace, m *mMsg, got *Message) error {
	d, r := m.dest, m.reply
	m.dest, m.reply = mRight{}, mRight{}
	remote, err := w.give(sp, d, got.Remote)
	if err != nil {
		return err
	}
	local, err := w.give(sp, r, got.Local)
	if err != nil {
		return err
	}
	want := Header{Remote: remote, RemoteType: d.kind, Local: local, LocalType: r.kind, ID: m.id, Size: got.Size}
	if got.Header != want {
		return fmt.Errorf("header %+v, want %+v", got.Header, want)
	}
	return w.giveItems(sp, m, got)
}

func (w *model) giveItems(sp *mSpace, m *mMsg, got *Message) error {
	if len(got.Items) != len(m.items) {
		return fmt.Errorf("%d items, want %d", len(got.Items), len(m.items))
	}
	for i := range m.items {
		it, g := &m.items[i], got.Items[i]
		want := it.num
		if it.kind == KindMemory {
			want = 0
		}
		if it.kind == KindPort {
			r := it.right
			it.right = mRight{}
			n, err := w.give(sp, r, Name(g.Num))
			if err != nil {
				return err
			}
			if g.Disp != r.kind {
				return fmt.Errorf("item %d came as %v, want %v", i, g.Disp, r.kind)
			}
			want = uint64(n)
		}
		if g.Num != want || g.Kind != it.kind {
			return fmt.Errorf("item %d is %v %#x, want %v %#x", i, g.Kind, g.Num, it.kind, want)
		}
	}
	delete(w.msgs, m)
	return nil
}

func (w *model) addDN(sp *mSpace, n Name, e *mEntry, notify *mPort) {
	e.dn = &mRequest{sp, n, notify}
	for i, r := range e.port.dn {
		if r == nil {
			e.port.dn[i] = e.dn
			return
		}
	}
	e.port.dn = append(e.port.dn, e.dn)
}

func (w *model) moveMember(sp *mSpace, member, after Name) Code {
	e := sp.names[member]
	if e == nil {
		return KERN_INVALID_NAME
	}
	if !e.recv {
		return KERN_INVALID_RIGHT
	}
	if after == Null {
		if e.port.set == nil {
			return KERN_NOT_IN_SET
		}
		w.leaveSet(e.port)
		return 0
	}
	a := sp.names[after]
	if a == nil {
		return KERN_INVALID_NAME
	}
	if a.set == nil {
		return KERN_INVALID_RIGHT
	}
	if a.set != e.port.set {
		w.leaveSet(e.port)
		e.port.set = a.set
		a.set.members = append(a.set.members, e.port)
		a.set.queue = append(a.set.queue, e.port.queue...)
		e.port.queue = nil
	}
	return 0
}

// insert works on a copy of the names, so that a refusal costs nothing.
func (w *model) insert(from, to *mSpace, name, right Name, d Disposition) Code {
	if arrivesAs[d] == 0 {
		return KERN_INVALID_VALUE
	}
	var e *mEntry
	if right.valid() {
		if e = from.names[right]; e == nil || !e.offers(d) {
			return MACH_SEND_INVALID_RIGHT
		}
	}
	switch {
	case !name.valid():
		return KERN_INVALID_VALUE
	case e == nil || e.dead > 0:
		return KERN_INVALID_CAPABILITY
	}
	// What would the target look like after the right has left the caller?
	after := map[Name]mEntry{}
	for n, e := range to.names {
		after[n] = *e
	}
	if from == to {
		left := after[right]
		switch d {
		case MoveSend:
			left.send--
		case MoveSendOnce:
			left.once = false
		case MoveReceive:
			left.recv = false
		}
		if left.empty() {
			delete(after, right)
		} else {
			after[right] = left
		}
	}
	known := Null
	for n, x := range after {
		if x.port == e.port && (x.recv || x.send > 0) {
			known = n
		}
	}
	switch x, used := after[name]; {
	case arrivesAs[d] != PortSendOnce && known != Null && known != name:
		return KERN_RIGHT_EXISTS
	case arrivesAs[d] != PortSendOnce && known == name:
		if arrivesAs[d] == PortSend && x.send == 65534 {
			return KERN_UREFS_OVERFLOW
		}
	case used:
		return KERN_NAME_EXISTS
	}
	// carry in a message, so that the right counts while port-deleted fires
	m := &mMsg{}
	w.msgs[m] = true
	r, del := w.take(from, right, d)
	m.reply = r
	w.deleted(del, right)
	delete(w.msgs, m)
	w.give(to, r, name)
	return 0
}

func (w *model) extract(to, from *mSpace, n Name, d Disposition, told Name) (Name, Code, error) {
	if arrivesAs[d] == 0 {
		return Null, KERN_INVALID_VALUE, nil
	}
	e := from.names[n]
	if e == nil {
		return Null, KERN_INVALID_NAME, nil
	}
	if !e.offers(d) {
		return Null, KERN_INVALID_RIGHT, nil
	}
	m := &mMsg{}
	w.msgs[m] = true
	r, del := w.take(from, n, d)
	m.reply = r
	w.deleted(del, n)
	delete(w.msgs, m)
	got, err := w.give(to, r, told)
	return got, 0, err
}

func (w *model) request(caller, target *mSpace, n Name, id int32, sync uint32, notify Name, d Disposition,
	told Name) (Name, Code, error) {
	if notify != Null && arrivesAs[d] != PortSendOnce {
		return Null, MIG_BAD_ARGUMENTS, nil
	}
	if notify.valid() && (caller.names[notify] == nil || !caller.names[notify].offers(d)) {
		return Null, MACH_SEND_INVALID_RIGHT, nil
	}
	if notify == Dead || notify.valid() && caller.names[notify].dead > 0 {
		return Null, KERN_INVALID_CAPABILITY, nil
	}
	known := id == MACH_NOTIFY_PORT_DESTROYED || id == MACH_NOTIFY_NO_SENDERS || id == MACH_NOTIFY_DEAD_NAME
	if !known || id == MACH_NOTIFY_PORT_DESTROYED && sync != 0 {
		return Null, KERN_INVALID_VALUE, nil
	}
	e := target.names[n]
	if e == nil || caller == target && n == notify && d == MoveSendOnce {
		return Null, KERN_INVALID_NAME, nil
	}
	switch {
	case id != MACH_NOTIFY_DEAD_NAME && !e.recv:
		return Null, KERN_INVALID_RIGHT, nil
	case id == MACH_NOTIFY_DEAD_NAME && e.set != nil:
		return Null, KERN_INVALID_RIGHT, nil
	case id == MACH_NOTIFY_DEAD_NAME && e.dead > 0 && (sync == 0 || notify == Null):
		return Null, KERN_INVALID_ARGUMENT, nil
	case id == MACH_NOTIFY_DEAD_NAME && e.dead == 65535:
		return Null, KERN_UREFS_OVERFLOW, nil
	}
	var to *mPort
	if notify != Null {
		r, del := w.take(caller, notify, d)
		to = r.port
		w.deleted(del, notify)
	}
	var old *mPort
	switch id {
	case MACH_NOTIFY_PORT_DESTROYED:
		old, e.port.pd = e.port.pd, to
	case MACH_NOTIFY_NO_SENDERS:
		old, e.port.ns = e.port.ns, to
		if to != nil && sync <= e.port.mscount {
			w.lostSend(e.port)
		}
	case MACH_NOTIFY_DEAD_NAME:
		if e.dead > 0 {
			e.dead++
			w.notify(to, MACH_NOTIFY_DEAD_NAME, nameItem(n))
			break
		}
		old = e.cancelDN()
		if to != nil {
			w.addDN(target, n, e, to)
		}
	}
	got, err := w.give(caller, mRight{port: old, kind: PortSendOnce}, told)
	return got, 0, err
}

func (w *model) rename(sp *mSpace, old, new Name) Code {
	switch {
	case !new.valid():
		return KERN_INVALID_VALUE
	case sp.names[new] != nil:
		return KERN_NAME_EXISTS
	case sp.names[old] == nil:
		return KERN_INVALID_NAME
	}
	e := sp.names[old]
	delete(sp.names, old)
	sp.names[new] = e
	if e.dn != nil {
		e.dn.name = new
	}
	if e.accept != nil {
		e.accept.name = new
	}
	return 0
}

// describe renders everything that can be seen of the model, for comparison.
func (w *model) describe() string {
	var b strings.Builder
	for _, sp := range w.spaces {
		if sp.gone {
			continue
		}
		fmt.Fprintf(&b, "space %d\n", sp.id)
		var names []Name
		for n := range sp.names {
			names = append(names, n)
		}
		slices.Sort(names)
		for _, n := range names {
			e := sp.names[n]
			t, refs := e.kind()
			fmt.Fprintf(&b, "  %v %v refs %d", n, t, refs)
			if e.port != nil {
				fmt.Fprintf(&b, " port %d", e.port.serial)
			}
			if e.set != nil {
				fmt.Fprintf(&b, " queue %s", describeQueue(e.set.queue))
			}
			b.WriteByte('\n')
		}
	}
	for _, p := range w.ports {
		if p.dead {
			continue
		}
		fmt.Fprintf(&b, "port %d send %d once %d ms %d seq %d limit %d count %d ns %t pd %t queue %s\n", p.serial,
			w.count(p, PortSend), w.count(p,
				PortSendOnce), p.mscount, p.seqno, p.qlimit, w.msgCount(p), p.ns != nil, p.pd != nil, describeQueue(p.queue))
	}
	return b.String()
}

func describeQueue(q []*mMsg) string {
	var parts []string
	for _, m := range q {
		parts = append(parts, m.describe())
	}
	return "[" + strings.Join(parts, "; ") + "]"
}

func (m *mMsg) describe() string {
	s := fmt.Sprintf("%d to %v reply %v(", m.id, m.dest, m.reply)
	for _, it := range m.items {
		if it.kind == KindPort {
			s += it.right.String() + " "
		} else {
			s += fmt.Sprintf("%v %d ", it.kind, it.num)
		}
	}
	return s + ")"
}

func (r mRight) String() string {
	switch {
	case r.dead || r.port != nil && r.port.dead:
		return "dead"
	case r.port == nil:
		return "null"
	}
	return fmt.Sprintf("%v %d", r.kind, r.port.serial)
}

// describeReal renders the same of the State, with the model's port serials.
func describeReal(s *State, w *model) string {
	serial := map[PortID]int{}
	for _, p := range w.ports {
		if !p.dead {
			serial[p.id] = p.serial
		}
	}
	right := func(p PortID, t Disposition) string {
		switch {
		case p == 0:
			return "null"
		case p == DeadPort || s.port(p).Dead:
			return "dead"
		}
		return fmt.Sprintf("%v %d", t, serial[p])
	}
	queue := func(q Queue) string {
		var parts []string
		for m := q.Head; m != 0; m = s.Msgs.At(uint32(m)).Next {
			msg := s.Msgs.At(uint32(m))
			t := fmt.Sprintf("%d to %s reply %s(", msg.ID, right(msg.Dest, msg.DestType), right(msg.Reply, msg.ReplyType))
			for _, it := range msg.Items {
				if it.Kind == KindPort {
					t += right(PortID(it.Num), it.Disp) + " "
				} else {
					t += fmt.Sprintf("%v %d ", it.Kind, it.Num)
				}
			}
			parts = append(parts, t+")")
		}
		return "[" + strings.Join(parts, "; ") + "]"
	}
	var b strings.Builder
	for _, sp := range w.spaces {
		if sp.gone {
			continue
		}
		fmt.Fprintf(&b, "space %d\n", sp.id)
		names, types := s.PortNames(sp.id)
		lines := map[Name]string{}
		for i, n := range names {
			e := s.Lookup(sp.id, n)
			l := fmt.Sprintf("  %v %v refs %d", n, types[i], e.URefs)
			if p := s.PortOf(sp.id, n); p != 0 {
				l += fmt.Sprintf(" port %d", serial[p])
			}
			if e.Type == TypePortSet {
				l += " queue " + queue(s.Sets.At(e.Object).Queue)
			}
			lines[n] = l
		}
		sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
		for _, n := range names {
			b.WriteString(lines[n] + "\n")
		}
	}
	for _, p := range w.ports {
		if p.dead {
			continue
		}
		q := s.port(p.id)
		fmt.Fprintf(&b, "port %d send %d once %d ms %d seq %d limit %d count %d ns %t pd %t queue %s\n", p.serial,
			q.SRights, q.SORights, q.MSCount, q.Seqno, q.QLimit, q.Count, q.NSRequest != 0, q.PDRequest != 0, queue(q.Queue))
	}
	return b.String()
}
