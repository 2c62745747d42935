package ipc

// Look-ups for an observer between two steps. Unlike the calls that they are named after, these
// functions change nothing and log no access.

// Look is Lookup for an observer.
func (s *State) Look(sp SpaceID, n Name) *Entry { return s.Spaces.At(uint32(sp)).find(n) }

// LookNames visits the names of a space with what they stand for: those of the table, then the chosen ones.
func (s *State) LookNames(sp SpaceID, visit func(Name, *Entry)) {
	space := s.Spaces.At(uint32(sp))
	space.names(func(n Name) { visit(n, space.find(n)) })
}

// LookSource is Source for an observer; ok is false where Source refuses.
func (s *State) LookSource(sp SpaceID, n Name) (p PortID, set SetID, ok bool) {
	e := s.Look(sp, n)
	switch {
	case e == nil:
	case e.Type&TypeReceive != 0:
		return PortID(e.Object), 0, s.port(PortID(e.Object)).Set == 0
	case e.Type == TypePortSet:
		return 0, SetID(e.Object), true
	}
	return 0, 0, false
}

// LookDest returns the port that a draft would be sent to, and the type of right; ok is false
// where CopyIn refuses the draft. It does not check out-of-line memory, which is the kernel's.
func (s *State) LookDest(sp SpaceID, id MsgID, cancel Name) (p PortID, by Disposition, ok bool) {
	m := s.Msgs.At(uint32(id))
	h := &m.Header
	if !h.RemoteType.anySend() || (h.LocalType == 0 && h.Local != Null) ||
		(h.LocalType != 0 && !h.LocalType.anySend()) || !s.alive(sp) {
		return 0, 0, false
	}
	if cancel != Null {
		if e := s.Look(sp, cancel); e == nil || e.Type&TypeReceive == 0 {
			return 0, 0, false
		}
	}
	dest := s.Look(sp, h.Remote)
	if dest == nil || dest.Type == TypeDeadName || !dest.offers(h.RemoteType) || !canShare(h, dest) {
		return 0, 0, false
	}
	if h.Local.valid() {
		if reply := s.Look(sp, h.Local); reply == nil || !reply.offers(h.LocalType) {
			return 0, 0, false
		}
	}
	return PortID(dest.Object), h.RemoteType.arrives(), s.carries(sp, m)
}

// LookCircular says whether a draft to dest, which CopyIn does not refuse, carries a receive
// right that leads back to dest. Such a message is destroyed, not queued.
func (s *State) LookCircular(sp SpaceID, id MsgID, dest PortID) bool {
	m := s.Msgs.At(uint32(id))
	for i := range m.Items {
		it := &m.Items[i]
		if it.Kind == KindPort && it.Disp == MoveReceive && Name(it.Num).valid() &&
			s.leadsTo(dest, PortID(s.Look(sp, Name(it.Num)).Object)) {
			return true
		}
	}
	return false
}

// carries says whether the rights of a draft's items can be taken from left to right, after
// those of its header.
func (s *State) carries(sp SpaceID, m *Msg) bool {
	for i := range m.Items {
		it := &m.Items[i]
		switch {
		case it.Dealloc && it.Kind != KindMemory, it.Kind > KindShape, it.Kind == KindPort && !it.Disp.anyRight():
			return false
		case it.Kind != KindPort || !Name(it.Num).valid():
			continue
		}
		e := s.Look(sp, Name(it.Num))
		if e == nil {
			return false
		}
		left := e.after(m, Name(it.Num), i)
		if !left.offers(it.Disp) {
			return false
		}
	}
	return true
}

// after returns the entry as the header and the first n items of a draft leave it.
func (e *Entry) after(m *Msg, name Name, n int) Entry {
	left := *e
	if m.Header.Remote == name {
		left.remove(m.Header.RemoteType)
	}
	if m.Header.Local == name {
		left.remove(m.Header.LocalType)
	}
	for i := range m.Items[:n] {
		if it := &m.Items[i]; it.Kind == KindPort && Name(it.Num) == name {
			left.remove(it.Disp)
		}
	}
	return left
}

// remove removes from a copy of an entry the right that d takes; without any right the Type is 0.
func (e *Entry) remove(d Disposition) {
	switch {
	case d != MoveSend && d != MoveSendOnce && d != MoveReceive:
	case d == MoveReceive:
		e.Type &^= TypeReceive
	case e.URefs > 1:
		e.URefs--
	default:
		e.Type &^= TypeSend | TypeSendOnce | TypeDeadName
		e.URefs = 0
	}
}
