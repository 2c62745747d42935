package view

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// shown lists the fields, by type, whose value a View shows.
var shown = map[string]string{
	"kernel.State": "IPC Hosts Tasks Threads Mutexes Conditions Memory Files Wires NetPorts Packets Now Ready Arrive " +
		"Timers Users Console Goals Made Failure Notes Halt Faults",
	"kernel.HaltState":  "Issued Armed Begun Halted Marked Closed Caught Calls Stands",
	"kernel.Marked":     "Task Port",
	"kernel.Closed":     "From To Port Event",
	"kernel.Caught":     "From To Port Sent Event",
	"kernel.HaltCall":   "Host Event Resumed",
	"kernel.Stand":      "Number Host From Event At Until Ended",
	"kernel.Stay":       "Halt Resume Delta",
	"kernel.Armed":      "Task Stage Event",
	"kernel.HaltedTask": "Task Event Path",
	"kernel.HostState":  "Name Down Restart Port NetServer Speed Slow Attended Shared Halts Stays Offset Drift Disk",
	"kernel.DiskState":  "Names Synced Unsynced",
	"kernel.NamedFile":  "Name File",
	"kernel.Renaming":   "From To File Over",
	"kernel.FileState":  "Label Host Name Gone Now Synced Unsynced Opens",
	"kernel.Contents":   "Size Pages",
	"kernel.Change":     "Off Data Cut",
	"kernel.Opening":    "Task Refs",
	"kernel.TaskState": "Label Host Space Ended Server Suspend Stands Stopped Priority Port Self Specials Slots " +
		"Threads Map Limit Queued Running Count Keys Made CPU",
	"kernel.ThreadState": "Label Task Held Status Phase Wake Suspend Stopped Call Wait Msg Reply Own Next Port " +
		"Specials Priority Cost Sleeps Napped CPU CThread Made Raised Handler",
	"kernel.Call":           "Op Flag Disp Opt Name Name2 Name3 N N2 N3 Text Msg PC More",
	"kernel.More":           "Host Names",
	"kernel.OwnReply":       "Port Name",
	"kernel.Wait":           "Kind Port Set Object Host Since",
	"kernel.CThread":        "Is Detached Joined Runs Returned Joiner Result Data Words",
	"kernel.Exception":      "Type Code Subcode Text Panic",
	"kernel.MutexState":     "Label Task Owner PC Waiters Freed",
	"kernel.ConditionState": "Label Task Waiters Freed",
	"kernel.MemoryState":    "Refs Pages",
	"kernel.Region":         "Addr Size Prot Max Inherit Object Offset",
	"kernel.WireState":      "A B Cut Fault Min Max",
	"kernel.NetPort":        "Home Ends Key Where Datagram",
	"kernel.PortKey":        "Kind Object Creator Serial", // of a port that is no more
	"kernel.NetEnd":         "Serial Host Port Minder Held Once Gone Packet",
	"kernel.Budget":         "Most Rate Scope Probes",
	"kernel.Scope":          "A B OneWay Since Until",
	"kernel.Packet":         "Kind Status From To Net End Port Stands Sent Found Msg Task Stage Path Halt",
	"kernel.Timer":          "At Order Thread Packet",
	"kernel.Line":           "Time Thread Text",
	"kernel.Goal":           "Name",
	"kernel.Failure":        "Kind Thread Text",
	"ipc.State":             "Ports Sets Spaces Msgs Held",
	"ipc.Label":             "Creator Serial Given",
	"ipc.Port": "Kind Datagram Object Label Far Host Net Dead Receiver RecvName Dest Set Refs SRights SORights MSCount " +
		"Seqno QLimit Count Queue NSRequest PDRequest Requests Naked Senders Receivers",
	"ipc.Far":        "Kind Object",
	"ipc.Naked":      "Receive Send SendOnce",
	"ipc.Waiters":    "Head",
	"ipc.DNRequest":  "Space Name Notify Gone",
	"ipc.Queue":      "Head",
	"ipc.Set":        "Label Space Name Members Queue Receivers",
	"ipc.Space":      "Task Table Chosen Announce Notify Enabled",
	"ipc.Entry":      "Type Gen URefs Object Compat Request Accept",
	"ipc.NamedEntry": "Name Entry",
	"ipc.Msg":        "Next Draft Header Dest DestType Reply ReplyType ID Seqno Size Items Circular Accept Of Sender Call",
	"ipc.Header":     "Remote Local RemoteType LocalType ID Size Seqno",
	"ipc.Item":       "Kind Disp Dealloc Bad Size Num Str",
	"ipc.Acceptance": "Space Name Notify",
}

// leftOut lists the fields that make no difference to a View, with the reason.
var leftOut = map[string]string{
	"kernel.State.Steps":        "how long the history was",
	"kernel.State.Past":         "the history",
	"kernel.State.Given":        "likewise, as far as ports and sets are no more",
	"kernel.State.Names":        "of the whole run",
	"kernel.State.Failing":      "empty between steps",
	"kernel.Fault.Kind":         "of State.Failing",
	"kernel.Fault.Object":       "of State.Failing",
	"kernel.Fault.Amount":       "of State.Failing",
	"ipc.State.Noting":          "for observers",
	"ipc.State.Moved":           "likewise",
	"kernel.Renaming.Step":      "an event number",
	"kernel.Change.Step":        "an event number",
	"kernel.State.Edits":        "likewise",
	"kernel.State.Hash":         "the history",
	"kernel.State.Failures":     "of runs that no debugger sees",
	"kernel.ThreadState.Failed": "likewise",
	"kernel.State.Armed":        "numbers timers; only their order counts",
	"kernel.ThreadState.Space":  "an id; that of its task",
	"kernel.ThreadState.Timer":  "a place in the heap; Timers say whose they are",
	"kernel.ThreadState.Prev":   "the other direction of Next",
	"kernel.NetPort.Made":       "numbers ends; only their order counts",
	"kernel.NetEnd.Apart":       "numbers datagrams; only their order counts",
	"kernel.Packet.Serial":      "likewise",
	"ipc.Port.Hindered":         "the packets say it",
	"kernel.State.Mislaid":      "the history",
	"kernel.State.Written":      "how long the console is",
	"kernel.Packet.Key":         "said by its other fields and the port",
	"kernel.PacketKey.Kind":     "of Packet.Key",
	"kernel.PacketKey.Host":     "of Packet.Key",
	"kernel.PacketKey.Port":     "of Packet.Key",
	"kernel.Packet.Timer":       "a place in the heap",
	"kernel.Goal.Thread":        "who came first is a matter of the order of events",
	"kernel.Goal.Step":          "an event number",
	"kernel.Line.Step":          "an event number, as State.Steps",
	"kernel.Failure.Step":       "an event number",
	"kernel.Failure.Earlier":    "a place in the program, for the words of a report",
	"kernel.Call.Earlier":       "of Failure.Earlier",
	"kernel.Marked.Label":       "of the port",
	"kernel.Closed.Label":       "of the port",
	"ipc.State.Changes":         "empty between steps",
	"ipc.State.doomed":          "empty between steps",
	"ipc.State.AccessLog":       "the debugger's, no part of the machine",
	"ipc.State.Values":          "the debugger's, no part of the machine",
	"ipc.Holder.Space":          "of Holders",
	"ipc.Holder.Name":           "of Holders",
	"ipc.Queue.Arrived":         "numbers the places in a queue for a replay; only their order counts",
	"ipc.Port.Holders":          "the other direction of the entries, in no order",
	"ipc.Waiters.Tail":          "the end of what Head begins",
	"ipc.Queue.Tail":            "the end of what Head begins",
	"ipc.Space.Dead":            "never set between steps",
	"ipc.Space.Free":            "free list",
	"ipc.Space.ByPort":          "an index of the entries",
	"ipc.Entry.Holder":          "an index into Holders",
	"ipc.Entry.Next":            "free list",
	"ipc.Msg.Prev":              "the other direction of Next",
	"ipc.Msg.Memory":            "said by the items",
	"ipc.Msg.Sent":              "an event number",
}

// structs collects the instances of every struct type below v, tables and sets left out.
func structs(v reflect.Value, into map[reflect.Type][]reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			structs(v.Elem(), into)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			structs(v.Index(i), into)
		}
	case reflect.Struct:
		if opaque(v.Type()) {
			return
		}
		into[v.Type()] = append(into[v.Type()], v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				structs(v.Field(i), into)
			}
		}
	}
}

func opaque(t reflect.Type) bool {
	return strings.HasPrefix(t.Name(), "Table[") || t.Name() == "AccessLog" || t.Name() == "Values" ||
		t.Name() == "ReadySet" || t.Name() == "portIndex"
}

// instances are all structs of a state.
func instances(s *kernel.State) map[reflect.Type][]reflect.Value {
	into := map[reflect.Type][]reflect.Value{}
	structs(reflect.ValueOf(s), into)
	for _, r := range records(s) {
		structs(r, into)
	}
	return into
}

// Every field is in exactly one of the two lists, so that whoever adds one decides.
func TestEveryFieldIsListed(t *testing.T) {
	types := instances(sample())
	for typ := range types {
		for i := range typ.NumField() {
			f := typ.Field(i).Name
			if f == "_" {
				continue // says nothing
			}
			in := slices.Contains(strings.Fields(shown[typ.String()]), f)
			_, out := leftOut[typ.String()+"."+f]
			if in == out {
				t.Errorf("%s.%s: show it in a View and list it in shown, or list it in leftOut with the reason "+
					"(shown %t, left out %t)", typ, f, in, out)
			}
		}
	}
	for name := range shown {
		found := false
		for typ := range types {
			found = found || typ.String() == name
		}
		if !found {
			t.Errorf("%s: the sample has none", name)
		}
	}
}

// What is listed as shown makes a difference to the View, what is left out makes none.
func TestListedFieldsAreShown(t *testing.T) {
	s := sample()
	before := Hash(s)
	for typ, all := range instances(s) {
		for i := range typ.NumField() {
			f := typ.Field(i)
			if !f.IsExported() || opaque(f.Type) || f.Type.Kind() == reflect.Struct {
				continue
			}
			_, out := leftOut[typ.String()+"."+f.Name]
			seen := false
			for _, v := range all {
				undo := mutate(v.Field(i), f.Name)
				if Hash(s) != before {
					seen = true
				}
				undo()
			}
			if seen == out {
				t.Errorf("%s.%s: changed, seen %t, left out %t", typ, f.Name, seen, out)
			}
		}
	}
	if Hash(s) != before {
		t.Fatal("the sample did not become what it was")
	}
}

// mutate changes a value, and returns what takes that back. Ids stay ids of records.
func mutate(v reflect.Value, field string) (undo func()) {
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(other(v, field))
	case reflect.Slice:
		v.Set(reflect.Append(slicesOf(v), last(v)))
	case reflect.Array:
		return mutate(v.Index(v.Len()-1), field)
	case reflect.Struct:
		return mutate(v.Field(0), field)
	case reflect.Interface:
		v.Set(reflect.ValueOf(&kernel.Request{Serial: 1}))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if m, ok := v.Interface().(*kernel.More); ok {
			m.Host = "other"
		}
	default:
		panic(fmt.Sprint("cannot change a ", v.Kind()))
	}
	return func() { v.Set(old) }
}

// slicesOf is a copy, so that what is appended is in nobody else's array.
func slicesOf(v reflect.Value) reflect.Value {
	return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()+1), v)
}

func last(v reflect.Value) reflect.Value {
	if v.Len() > 0 {
		return v.Index(v.Len() - 1)
	}
	return reflect.New(v.Type().Elem()).Elem()
}

// other is another value of a number; of an id, another record's.
func other(v reflect.Value, field string) uint64 {
	n := v.Uint()
	switch {
	case v.Type() == reflect.TypeFor[ipc.MsgID]() || v.Type() == reflect.TypeFor[kernel.ThreadID]():
		return (n + 1) % 5
	case strings.HasSuffix(v.Type().Name(), "ID"):
		return []uint64{1, 2, 1, 1, 1}[min(n, 4)]
	case field == "Creator": // not one that makes a thread its own maker
		return 5
	case v.Type() == reflect.TypeFor[ipc.Type]():
		return uint64(ipc.TypeSendOnce)
	case field == "Order": // after the other timers of the same time
		return n + 5
	case field == "PC":
		return n + uint64(reflect.ValueOf(sample).Pointer()) + 1
	}
	return n + 1
}

func TestReadinessIsShown(t *testing.T) {
	s := sample()
	before := Hash(s)
	s.Ready.Remove(1)
	after := Hash(s)
	s.Arrive.Remove(1)
	if before == after || after == Hash(s) {
		t.Error("who can go on is not seen")
	}
}
