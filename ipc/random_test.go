package ipc

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"machsim/test/effort"
)

// driver makes random calls on a State and on the model and compares.
type driver struct {
	s    *State
	w    *model
	pick func(n int) int
	sent []flight // copied in, not queued
	got  []flight // dequeued, not copied out
	log  []string

	refused bool // the last call was, and must have changed nothing
	strict  bool // compare everything after refusals, keep clones and watch them
	clones  []watched
}

// watched is a clone with what it held when it was made.
type watched struct {
	s    *State
	text string
}

// dump renders all that a State holds.
func dump(s *State) string {
	var b strings.Builder
	s.Ports.All(func(id uint32) bool { fmt.Fprintf(&b, "port %d %+v\n", id, *s.Ports.At(id)); return true })
	s.Sets.All(func(id uint32) bool { fmt.Fprintf(&b, "set %d %+v\n", id, *s.Sets.At(id)); return true })
	s.Spaces.All(func(id uint32) bool { fmt.Fprintf(&b, "space %d %+v\n", id, *s.Spaces.At(id)); return true })
	s.Msgs.All(func(id uint32) bool { fmt.Fprintf(&b, "msg %d %+v\n", id, *s.Msgs.At(id)); return true })
	fmt.Fprintf(&b, "changes %+v doomed %+v\n", s.Changes, s.doomed)
	return b.String()
}

// watch keeps a clone now and then, and checks one that was kept.
func (d *driver) watch() error {
	switch d.pick(20) {
	case 0:
		c := d.s.Clone()
		d.clones = append(d.clones, watched{c, dump(c)})
	case 1: // go on with the clone: the original must not notice
		c := d.s.Clone()
		d.clones = append(d.clones, watched{d.s, dump(d.s)})
		d.s = c
	case 2:
		if len(d.clones) > 0 {
			w := oneOf(d, d.clones...)
			if err := w.s.Check(); err != nil {
				return fmt.Errorf("clone: %w", err)
			}
			return same("clone", dump(w.s), w.text)
		}
	}
	return nil
}

type flight struct {
	id MsgID
	m  *mMsg
	sp *mSpace
}

func newDriver(pick func(int) int) *driver {
	d := &driver{s: &State{}, w: newModel(), pick: pick}
	for range 3 {
		d.newSpace()
	}
	return d
}

func (d *driver) newSpace() {
	id := d.s.NewSpace(7)
	sp := &mSpace{id: id, names: map[Name]*mEntry{}}
	d.w.spaces = append(d.w.spaces, sp)
	names, _ := d.s.PortNames(id)
	d.addReceive(sp, names[0])
}

func (d *driver) addReceive(sp *mSpace, n Name) {
	p := d.w.newPort()
	p.space, p.id = sp, d.s.PortOf(sp.id, n)
	sp.names[n] = &mEntry{port: p, recv: true}
}

func (d *driver) space() *mSpace {
	for {
		if sp := d.w.spaces[d.pick(len(d.w.spaces))]; !sp.gone {
			return sp
		}
	}
}

// oneOf picks an element; n is biased towards what is there.
func oneOf[T any](d *driver, xs ...T) T { return xs[d.pick(len(xs))] }

var oddNames = []Name{Null, Dead, 0x100, 0x201, 0x305, 0x600, 0x5000, 0x12345, 0xffffff00}

func (d *driver) name(sp *mSpace) Name { return d.nameThat(sp, nil) }

// nameThat picks a name, mostly one for which ok holds.
func (d *driver) nameThat(sp *mSpace, ok func(*mEntry) bool) Name {
	if d.pick(25) == 0 {
		return oneOf(d, oddNames...)
	}
	var names, good []Name
	for n, e := range sp.names {
		names = append(names, n)
		if ok != nil && ok(e) {
			good = append(good, n)
		}
	}
	slices.Sort(names)
	slices.Sort(good)
	if len(good) > 0 && d.pick(12) != 0 {
		return oneOf(d, good...)
	}
	if len(names) == 0 {
		return Null
	}
	return oneOf(d, names...)
}

var allDispositions = []Disposition{MoveReceive, MoveSend, MoveSendOnce, CopySend, MakeSend, MakeSendOnce}

// carried picks a disposition and a name that mostly offers it.
func (d *driver) carried(sp *mSpace, choice ...Disposition) (Name, Disposition) {
	disp := oneOf(d, choice...)
	if d.pick(60) == 0 {
		disp = oneOf(d, Disposition(0), 7, 15, 22)
	}
	return d.nameThat(sp, func(e *mEntry) bool { return e.offers(disp) }), disp
}

func hasReceive(e *mEntry) bool { return e.recv }
func hasSet(e *mEntry) bool     { return e.set != nil }

func (d *driver) logf(format string, args ...any) {
	d.log = append(d.log, fmt.Sprintf(format, args...))
}

// step makes one call; an error says how the two differ.
func (d *driver) step() error {
	ops := []func() error{
		d.allocate, d.allocate, d.allocateName, d.rename, d.deallocate, d.destroy, d.modRefs, d.modRefs,
		d.setStatus, d.move, d.move, d.insert, d.insert, d.extract, d.request, d.request, d.request,
		d.send, d.send, d.send, d.send, d.send, d.enqueue, d.enqueue, d.copyBack, d.force,
		d.dequeue, d.dequeue, d.copyOut, d.copyOut, d.copyOut, d.header, d.drop, d.getRefs,
	}
	i := d.pick(len(ops) + 1)
	if i == len(ops) {
		if d.pick(6) == 0 {
			return d.endSpace()
		}
		return nil
	}
	return ops[i]()
}

// codes compares results. A refusal is noted, for run to check that it changed
// nothing; those of a message's body and of its receipt do change something.
func (d *driver) codes(what string, got, want Code) error {
	body := what == "send" && (want == MACH_SEND_INVALID_RIGHT || want == MACH_SEND_INVALID_TYPE ||
		want == MACH_SEND_INVALID_MEMORY)
	d.refused = want != 0 && want != MACH_SEND_WILL_NOTIFY && !body && what != "copyout"
	return same(what, got, want)
}

func same(what string, got, want any) error {
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("%s: (-model +real)\n%s", what, diff)
	}
	return nil
}

func (d *driver) allocate() error {
	sp, r := d.space(), Right(d.pick(6))
	d.logf("allocate %d %v", sp.id, r)
	n, c := d.s.PortAllocate(sp.id, r)
	if r != RightReceive && r != RightPortSet && r != RightDeadName {
		return d.codes("allocate", c, KERN_INVALID_VALUE)
	}
	if sp.names[n] != nil || !n.valid() {
		return fmt.Errorf("allocate gave %v", n)
	}
	d.add(sp, r, n)
	return d.codes("allocate", c, KERN_SUCCESS)
}

func (d *driver) add(sp *mSpace, r Right, n Name) {
	switch r {
	case RightReceive:
		d.addReceive(sp, n)
	case RightPortSet:
		sp.names[n] = &mEntry{set: &mSet{space: sp}}
	case RightDeadName:
		sp.names[n] = &mEntry{dead: 1}
	}
}

func (d *driver) anyName(sp *mSpace) Name {
	switch d.pick(4) {
	case 0:
		return Name(d.pick(12)<<8 | d.pick(3))
	case 1:
		return oneOf(d, oddNames...)
	}
	return d.name(sp)
}

func (d *driver) allocateName() error {
	sp, r := d.space(), Right(d.pick(6))
	n := d.anyName(sp)
	d.logf("allocate_name %d %v %v", sp.id, r, n)
	want := KERN_SUCCESS
	switch {
	case !n.valid() || r == RightSend || r == RightSendOnce || r > RightDeadName:
		want = KERN_INVALID_VALUE
	case sp.names[n] != nil:
		want = KERN_NAME_EXISTS
	}
	c := d.s.PortAllocateName(sp.id, r, n)
	if c == 0 && want == 0 {
		d.add(sp, r, n)
	}
	return d.codes("allocate_name", c, want)
}

func (d *driver) rename() error {
	sp := d.space()
	old, new := d.name(sp), d.anyName(sp)
	d.logf("rename %d %v %v", sp.id, old, new)
	return d.codes("rename", d.s.PortRename(sp.id, old, new), d.w.rename(sp, old, new))
}

func (d *driver) deallocate() error {
	sp := d.space()
	n := d.name(sp)
	d.logf("deallocate %d %v", sp.id, n)
	return d.codes("deallocate", d.s.PortDeallocate(sp.id, n), d.w.deallocate(sp, n))
}

func (d *driver) destroy() error {
	sp := d.space()
	n := d.name(sp)
	d.logf("destroy %d %v", sp.id, n)
	want := KERN_INVALID_NAME
	if sp.names[n] != nil {
		want = KERN_SUCCESS
	}
	c := d.s.PortDestroy(sp.id, n)
	if want == 0 {
		d.w.destroyName(sp, n)
	}
	return d.codes("destroy", c, want)
}

func (d *driver) modRefs() error {
	sp := d.space()
	n, r, delta := d.name(sp), Right(d.pick(6)), oneOf[int32](d, -1, -1, -1, 0, 1, 2, -2, 65533, 65534, -65534, 70000,
		-70000)
	if e := sp.names[n]; e != nil && d.pick(3) > 0 { // one of its rights
		has := []bool{e.send > 0, e.recv, e.once, e.set != nil, e.dead > 0}
		for !has[int(r)%5] {
			r++
		}
		r %= 5
	}
	d.logf("mod_refs %d %v %v %d", sp.id, n, r, delta)
	return d.codes("mod_refs", d.s.PortModRefs(sp.id, n, r, delta), d.w.modRefs(sp, n, r, delta))
}

func (d *driver) getRefs() error {
	sp := d.space()
	n, r := d.name(sp), Right(d.pick(6))
	refs, c := d.s.PortGetRefs(sp.id, n, r)
	want, wantRefs := KERN_SUCCESS, 0
	e := sp.names[n]
	switch {
	case r > RightDeadName:
		want = KERN_INVALID_VALUE
	case e == nil:
		want = KERN_INVALID_NAME
	default:
		b := func(x bool) int {
			if x {
				return 1
			}
			return 0
		}
		wantRefs = []int{e.send, b(e.recv), b(e.once), b(e.set != nil), e.dead}[r]
	}
	if err := d.codes("get_refs", c, want); err != nil {
		return err
	}
	return same("refs", refs, uint32(wantRefs))
}

func (d *driver) setStatus() error {
	sp := d.space()
	n := d.nameThat(sp, hasReceive)
	what, v := d.pick(3), uint32(d.pick(19))
	d.logf("set %d %d %v %d", what, sp.id, n, v)
	e := sp.names[n]
	want := KERN_SUCCESS
	switch {
	case what == 0 && v > 16:
		want = KERN_INVALID_VALUE
	case e == nil:
		want = KERN_INVALID_NAME
	case !e.recv:
		want = KERN_INVALID_RIGHT
	}
	var c Code
	switch what {
	case 0:
		c = d.s.PortSetQLimit(sp.id, n, v)
	case 1:
		c = d.s.PortSetMSCount(sp.id, n, v)
	case 2:
		c = d.s.PortSetSeqno(sp.id, n, v)
	}
	if want == 0 {
		switch what {
		case 0:
			e.port.qlimit = int(v)
		case 1:
			e.port.mscount = v
		case 2:
			e.port.seqno = v
		}
	}
	return d.codes("set", c, want)
}

func (d *driver) move() error {
	sp := d.space()
	member, after := d.nameThat(sp, hasReceive), d.nameThat(sp, hasSet)
	if d.pick(4) == 0 {
		after = Null
	}
	d.logf("move_member %d %v %v", sp.id, member, after)
	return d.codes("move_member", d.s.PortMoveMember(sp.id, member, after), d.w.moveMember(sp, member, after))
}

func (d *driver) insert() error {
	from, to := d.space(), d.space()
	right, disp := d.carried(from, allDispositions...)
	name := d.anyName(to)
	if e := from.names[right]; e != nil && e.port != nil && d.pick(2) == 0 {
		if n, _ := to.find(e.port); n != Null {
			name = n
		}
	}
	d.logf("insert_right %d into %d %v %v %v", from.id, to.id, name, disp, right)
	c := d.s.PortInsertRight(from.id, to.id, name, right, disp)
	return d.codes("insert_right", c, d.w.insert(from, to, name, right, disp))
}

func (d *driver) extract() error {
	to, from := d.space(), d.space()
	n, disp := d.carried(from, allDispositions...)
	d.logf("extract_right %d from %d %v %v", to.id, from.id, n, disp)
	got, t, c := d.s.PortExtractRight(to.id, from.id, n, disp)
	want, wc, err := d.w.extract(to, from, n, disp, got)
	if err != nil {
		return err
	}
	if err := d.codes("extract_right", c, wc); err != nil || c != 0 {
		return err
	}
	if t != arrivesAs[disp] {
		return fmt.Errorf("extracted %v by %v", t, disp)
	}
	return same("extracted name", got, want)
}

func (d *driver) request() error {
	caller, target := d.space(), d.space()
	if d.pick(2) == 0 {
		target = caller
	}
	notify, disp := d.carried(caller, MakeSendOnce, MakeSendOnce, MoveSendOnce, CopySend)
	if d.pick(6) == 0 {
		notify = Null
	}
	n, id := d.name(target), oneOf(d, MACH_NOTIFY_DEAD_NAME, MACH_NOTIFY_NO_SENDERS, MACH_NOTIFY_PORT_DESTROYED,
		MACH_NOTIFY_DEAD_NAME, MACH_NOTIFY_SEND_ONCE)
	if id == MACH_NOTIFY_NO_SENDERS || id == MACH_NOTIFY_PORT_DESTROYED {
		n = d.nameThat(target, hasReceive)
	}
	sync := uint32(oneOf(d, 0, 0, 1, 3))
	d.logf("request_notification %d %d %v id %d sync %d %v %v", caller.id, target.id, n, id, sync, disp, notify)
	got, c := d.s.PortRequestNotification(caller.id, target.id, n, id, sync, notify, disp)
	want, wc, err := d.w.request(caller, target, n, id, sync, notify, disp, got)
	if err != nil {
		return err
	}
	if err := d.codes("request_notification", c, wc); err != nil {
		return err
	}
	return same("previous", got, want)
}

func (d *driver) send() error {
	sp := d.space()
	m := &Message{}
	m.ID = int32(1000 + d.pick(1000))
	m.Remote, m.RemoteType = d.carried(sp, MoveSend, CopySend, MakeSend, MakeSendOnce, MoveSendOnce)
	if d.pick(3) > 0 {
		m.Local, m.LocalType = d.carried(sp, allDispositions[1:]...)
		if d.pick(5) == 0 {
			m.Local = m.Remote
		}
	}
	for range d.pick(4) {
		switch d.pick(4) {
		case 0:
			m.Items = append(m.Items, Item{Kind: KindInt, Num: uint64(d.pick(100))})
		case 1:
			it := Item{Kind: ItemKind(d.pick(40))}
			if it.Kind > KindShape+1 || it.Kind == KindPort {
				it.Kind = KindMemory
			}
			it.Bad = d.pick(9) == 0
			m.Items = append(m.Items, it)
		default:
			n, disp := d.carried(sp, allDispositions...)
			m.Items = append(m.Items, carry(n, disp))
		}
	}
	cancel := Null
	if d.pick(4) == 0 {
		cancel = d.nameThat(sp, hasReceive)
	}
	d.logf("send %d %v cancel %v", sp.id, m, cancel)
	id := d.s.NewDraft(m)
	c := d.s.CopyIn(sp.id, id, cancel)
	msg, wc := d.w.send(sp, m, cancel)
	if err := d.codes("send", c, wc); err != nil || c != 0 {
		return err
	}
	d.sent = append(d.sent, flight{id, msg, sp})
	if err := same("room", hasRoom(d.s, id), d.w.hasRoom(msg)); err != nil {
		return err
	}
	if d.w.hasRoom(msg) && d.pick(4) > 0 {
		return d.enqueueAt(len(d.sent) - 1)
	}
	return nil
}

func takeFlight(fs *[]flight, i int) flight {
	f := (*fs)[i]
	*fs = slices.Delete(*fs, i, i+1)
	return f
}

func (d *driver) enqueue() error {
	if len(d.sent) == 0 {
		return nil
	}
	return d.enqueueAt(d.pick(len(d.sent)))
}

func (d *driver) enqueueAt(i int) error {
	f := takeFlight(&d.sent, i)
	d.logf("enqueue %d", f.m.id)
	d.s.Enqueue(f.id)
	d.w.enqueue(f.m)
	return nil
}

func (d *driver) copyBack() error {
	if len(d.sent) == 0 {
		return nil
	}
	f := takeFlight(&d.sent, d.pick(len(d.sent)))
	if f.sp.gone {
		d.s.DestroyMsg(f.id)
		d.w.destroyMsg(f.m)
		return nil
	}
	d.logf("copy back %d", f.m.id)
	var m Message
	d.s.CopyBack(f.sp.id, f.id, &m)
	return d.w.copyBack(f.sp, f.m, &m)
}

func (d *driver) force() error {
	if len(d.sent) == 0 {
		return nil
	}
	i := d.pick(len(d.sent))
	f := d.sent[i]
	if f.sp.gone {
		return nil
	}
	notify := d.nameThat(f.sp, hasReceive)
	d.logf("force %d notify %v", f.m.id, notify)
	c := d.s.Force(f.id, f.sp.id, Null, notify)
	wc := d.w.force(f.m, f.sp, notify)
	if wc == MACH_SEND_WILL_NOTIFY {
		takeFlight(&d.sent, i)
	}
	return d.codes("force", c, wc)
}

// dequeue takes any queued message, mostly the head.
func (d *driver) dequeue() error {
	var queues [][]*mMsg
	var spaces []*mSpace
	var names []Name
	for _, sp := range d.w.spaces {
		var sorted []Name
		for n := range sp.names {
			sorted = append(sorted, n)
		}
		slices.Sort(sorted)
		for _, n := range sorted {
			e := sp.names[n]
			q := []*mMsg(nil)
			if e.set != nil {
				q = e.set.queue
			} else if e.recv && e.port.set == nil {
				q = e.port.queue
			}
			if len(q) > 0 {
				queues, spaces, names = append(queues, q), append(spaces, sp), append(names, n)
			}
		}
	}
	if len(queues) == 0 {
		return nil
	}
	i := d.pick(len(queues))
	p, set, c := d.s.Source(spaces[i].id, names[i])
	if c != 0 {
		return fmt.Errorf("source %v: %v", names[i], c)
	}
	id, k := d.s.First(p, set), 0
	if d.pick(5) == 0 {
		for k = d.pick(len(queues[i])); k > 0; k-- {
			id = d.s.Msgs.At(uint32(id)).Next
		}
		k = slices.IndexFunc(queues[i], func(m *mMsg) bool { return m.id == d.s.Msgs.At(uint32(id)).ID })
		id = d.s.First(p, set)
		for range k {
			id = d.s.Msgs.At(uint32(id)).Next
		}
	}
	m := queues[i][k]
	d.logf("dequeue %d", m.id)
	d.s.Dequeue(id)
	d.w.dequeue(m)
	d.got = append(d.got, flight{id, m, spaces[i]})
	if d.pick(4) > 0 {
		return d.copyOutAt(len(d.got) - 1)
	}
	return nil
}

func (d *driver) copyOut() error {
	if len(d.got) == 0 {
		return nil
	}
	return d.copyOutAt(d.pick(len(d.got)))
}

func (d *driver) copyOutAt(i int) error {
	f := takeFlight(&d.got, i)
	if f.sp.gone {
		d.s.DestroyMsg(f.id)
		d.w.destroyMsg(f.m)
		return nil
	}
	notify := Null
	if d.pick(4) == 0 {
		notify = d.nameThat(f.sp, hasReceive)
	}
	d.logf("copy out %d into %d notify %v", f.m.id, f.sp.id, notify)
	var m Message
	c := d.s.CopyOut(f.sp.id, f.id, &m, notify)
	wc, err := d.w.copyOut(f.sp, f.m, notify, &m)
	if err != nil {
		return err
	}
	return d.codes("copyout", c, wc)
}

func (d *driver) header() error {
	if len(d.got) == 0 || d.pick(3) > 0 {
		return nil
	}
	f := takeFlight(&d.got, d.pick(len(d.got)))
	if f.sp.gone {
		d.s.DestroyMsg(f.id)
		d.w.destroyMsg(f.m)
		return nil
	}
	d.logf("copy out header %d into %d", f.m.id, f.sp.id)
	var m Message
	d.s.CopyOutHeader(f.sp.id, f.id, &m)
	return d.w.copyOutHeader(f.sp, f.m, &m)
}

func (d *driver) drop() error {
	if len(d.got) == 0 || d.pick(3) > 0 {
		return nil
	}
	f := takeFlight(&d.got, d.pick(len(d.got)))
	d.logf("destroy message %d", f.m.id)
	d.s.DestroyMsg(f.id)
	d.w.destroyMsg(f.m)
	return nil
}

// endSpace ends a task and begins another.
func (d *driver) endSpace() error {
	sp := d.space()
	d.logf("end %d", sp.id)
	names, _ := d.s.PortNames(sp.id) // in the order of destruction
	d.s.DestroySpace(sp.id)
	for _, n := range names {
		if sp.names[n] != nil {
			d.w.destroyName(sp, n)
		}
	}
	sp.gone = true
	d.newSpace()
	return nil
}

func (d *driver) compare() error {
	if err := d.s.Check(); err != nil {
		return err
	}
	return same("state", describeReal(d.s, d.w), d.w.describe())
}

func (d *driver) run(steps int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
		if err != nil {
			err = fmt.Errorf("%w\nafter %v", err, d.log[max(0, len(d.log)-30):])
		}
	}()
	for range steps {
		before := ""
		if d.strict {
			if err := d.watch(); err != nil {
				return err
			}
			before = dump(d.s)
		}
		d.refused = false
		if err := d.step(); err != nil {
			return err
		}
		if d.strict && d.refused {
			if err := same("refused call", dump(d.s), before); err != nil {
				return err
			}
		}
		if err := d.compare(); err != nil {
			return err
		}
	}
	return nil
}

func TestAgainstModel(t *testing.T) {
	runs := effort.Of(60)
	for seed := range runs {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		if err := newDriver(r.IntN).run(300); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// TestRefusedCallChangesNothing and that clones stay as they were, over the same
// random calls.
func TestRefusedCallChangesNothing(t *testing.T) {
	for seed := range effort.Of(12) {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		d := newDriver(r.IntN)
		d.strict = true
		if err := d.run(300); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// TestAgainstModelShrinking finds less but reports the shortest sequence.
func TestAgainstModelShrinking(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.IntRange(1, 60).Draw(rt, "steps")
		d := newDriver(func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "pick") })
		if err := d.run(steps); err != nil {
			rt.Fatal(err)
		}
	})
}
