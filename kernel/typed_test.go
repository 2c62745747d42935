package kernel_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

type (
	point   struct{ X, Y int8 }
	deposit struct{ Account, Amount int }
	balance struct{ Amount int }
	goodbye struct{}
	mode    uint8
	all     struct {
		I8    int8
		I16   int16
		I32   int32
		I64   int64
		I     int
		U8    uint8
		U16   uint16
		U32   uint32
		U64   uint64
		U     uint
		Mode  mode
		Yes   bool
		Text  string
		Bytes []byte
		At    point
		Path  []point
		Names []string
		Grid  [][]int
		None  []int
	}
)

func everything() all {
	return all{-8, -1600, -320000, -1 << 60, -5, 8, 1600, 320000, 1 << 63, 5, 3, true, "text", []byte("bytes"),
		point{1, -2}, []point{{3, 4}, {5, 6}}, []string{"", "b"}, [][]int{{1, 2}, nil, {3}}, nil}
}

// What is sent as a struct comes as an equal one, on another host too.
func TestTypedMessages(t *testing.T) {
	finish(t, served(func(th *kernel.Thread, port kernel.Name) {
		want := everything()
		for range 2 {
			m := kernel.Must(kernel.Receive[all](th, port))
			th.Check(reflect.DeepEqual(m.Body, want), "it came as %+v", m.Body)
			kernel.Must(kernel.Reply(th, m, want))
		}
	}, func(th *kernel.Thread, port kernel.Name) {
		want := everything()
		got := kernel.Must(kernel.RPC[all, all](th, port, want))
		th.Check(reflect.DeepEqual(got, want), "it came back as %+v", got)
		got = kernel.Must(kernel.RPCTimeout[all, all](th, port, want, kernel.Second))
		th.Check(reflect.DeepEqual(got, want), "it came back as %+v", got)
	}))
}

// served makes a server and a client on two hosts, with a port between them.
func served(server, client func(*kernel.Thread, kernel.Name)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		var at, to kernel.Name
		s := b.Task(b.Host("a"), "server", func(th *kernel.Thread) { server(th, at) })
		c := b.Task(b.Host("b"), "client", func(th *kernel.Thread) { client(th, to) })
		at = b.Port(s, "port")
		to = b.Send(s, at, c)
	}
}

// A receiver finds out which of several types has come.
func TestTypedKinds(t *testing.T) {
	finish(t, served(func(th *kernel.Thread, port kernel.Name) {
		sum := 0
		for over := false; !over; {
			m := kernel.Must(kernel.Receive[any](th, port, deposit{}, goodbye{}))
			switch r := m.Body.(type) {
			case deposit:
				sum += r.Amount
			case goodbye:
				over = true
			}
			kernel.Must(kernel.Reply(th, m, balance{sum}))
		}
	}, func(th *kernel.Thread, port kernel.Name) {
		for i := range 3 {
			b := kernel.Must(kernel.RPC[deposit, balance](th, port, deposit{3, 10}))
			th.Check(b.Amount == 10*(i+1), "%d", b.Amount)
		}
		last := kernel.Must(kernel.RPC[goodbye, any](th, port, goodbye{}, deposit{}, balance{}))
		th.Check(last == any(balance{30}), "%v", last)
	}))
}

type (
	carrier struct {
		Copy, Made, None kernel.Name
		Moved            kernel.ReceiveRight
		Once             kernel.SendOnceRight
	}
	// What follows cannot be sent.
	tree     struct{ Children []tree }
	withMap  struct{ Note map[string]int }
	withPtr  struct{ At *point }
	inside   struct{ Deep struct{ Far float64 } }
	hidden   struct{ secret int }
	nothings struct{ Many []struct{} }
	array    struct{ Four [4]int }
)

// Rights travel in fields.
func TestTypedRights(t *testing.T) {
	finish(t, served(func(th *kernel.Thread, port kernel.Name) {
		m := kernel.Must(kernel.Receive[carrier](th, port)).Body
		th.Check(m.None == kernel.Null, "null came as %s", m.None)
		kernel.Must(kernel.Send(th, m.Copy, balance{1}))
		kernel.Must(kernel.Send(th, m.Made, balance{2}))
		kernel.Must(kernel.Send(th, kernel.Name(m.Once), balance{3}))
		got := kernel.Must(kernel.Receive[balance](th, kernel.Name(m.Moved)))
		th.Check(got.Body.Amount == 4, "%d", got.Body.Amount)
	}, func(th *kernel.Thread, port kernel.Name) {
		mine, moved := th.NewPort("mine"), th.NewPort("moved")
		kernel.Must(kernel.Send(th, moved, balance{4}))
		made := th.NewPort("made")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), made, made, ipc.MakeSend))
		kernel.Must(kernel.Send(th, port, carrier{made, mine, kernel.Null,
			kernel.ReceiveRight(moved), kernel.SendOnceRight(mine)}))
		th.Check(kernel.Must(kernel.Receive[balance](th, made)).Body.Amount == 1, "made")
		sum := 0
		for range 2 {
			sum += kernel.Must(kernel.Receive[balance](th, mine)).Body.Amount
		}
		th.Check(sum == 5, "mine: %d", sum)
	}))
}

// A type that cannot be sent fails the run when it is used, and the field is named.
func TestTypedRefusals(t *testing.T) {
	refuse := func(want string, use func(th *kernel.Thread, port kernel.Name)) {
		t.Helper()
		m := kernel.Must(kernel.New(&kernel.Program{Name: "test", Main: one(func(th *kernel.Thread) {
			use(th, th.NewPort("port"))
		})}, kernel.Config{}))
		defer m.Close()
		m.Run()
		if f := m.World().Failure; f == nil || f.Kind != kernel.Misuse || !strings.Contains(f.Text, want) {
			t.Errorf("want %q, got %+v", want, f)
		}
	}
	send := func(v any) func(*kernel.Thread, kernel.Name) {
		return func(th *kernel.Thread, port kernel.Name) { _ = kernel.Send(th, port, v) }
	}
	refuse("kernel_test.tree.Children is in itself", send(tree{}))
	refuse("kernel_test.withMap.Note is a map[string]int, which no message can carry; use integers", send(withMap{}))
	refuse("kernel_test.withPtr.At is a *kernel_test.point", send(withPtr{}))
	refuse("kernel_test.inside.Deep.Far is a float64", send(inside{}))
	refuse("kernel_test.hidden.secret: only fields with a capital letter", send(hidden{secret: 1}))
	refuse("kernel_test.nothings.Many has elements without anything", send(nothings{}))
	refuse("kernel_test.array.Four is a [4]int", send(array{}))
	refuse("int is no struct", send(3))
	refuse("*kernel_test.point is no struct", send(&point{}))
	refuse("has no name of its own", send(struct{ A int }{}))
	refuse("nil was to be sent", send(nil))
	refuse("nil was given", func(th *kernel.Thread, port kernel.Name) { _, _ = kernel.Receive[any](th, port, nil) })
	refuse("say which there are", func(th *kernel.Thread, port kernel.Name) { _, _ = kernel.Receive[any](th, port) })
	refuse("withMap.Note", func(th *kernel.Thread, port kernel.Name) { _, _ = kernel.Receive[withMap](th, port) })
	refuse("a receiver cannot tell them apart, so rename one", func(th *kernel.Thread, port kernel.Name) {
		type deposit struct{ Sum int }
		_, _ = kernel.Receive[any](th, port, balance{}, deposit{}, sameName())
	})
}

func sameName() any { return deposit{} }

// A message that is none of those expected is an error that shows both, and nothing else.
func TestTypedMismatch(t *testing.T) {
	type deposit struct{ Account, Amount, Fee int } // as another task has it
	const shape = "deposit{Account int, Amount int, Fee int}"
	wrong := func(th *kernel.Thread, err error, came string) {
		var w *kernel.WrongMessage
		th.Check(errors.As(err, &w) && strings.HasPrefix(w.Came, came) && w.Want == "balance{Amount int} or "+shape,
			"want %q, got %v", came, err)
	}
	finish(t, served(func(th *kernel.Thread, port kernel.Name) {
		for _, came := range []string{
			"deposit{Account int, Amount int}",
			"goodbye{}",
			"message 7(int, string)",
			shape + ", whose items are others,",
			shape + ", whose items are others,",
			"message 7(shape, int)",
			fmt.Sprintf("message %d(int)", kernel.Pack(th, deposit{}).ID),
			"message 7(int, int, int, int, int, int, int, int, ...)",
		} {
			_, err := kernel.Receive[any](th, port, balance{}, deposit{})
			wrong(th, err, came)
		}
		m, err := kernel.Receive[point](th, port)
		th.Check(err != nil && strings.Contains(err.Error(), "with values for which its fields are too small"), "%v", err)
		kernel.Must(kernel.Reply(th, m, goodbye{}))
		raw := kernel.Must(kernel.Receive[deposit](th, port))
		th.Check(raw.Body == deposit{1, 2, 3}, "a raw message: %+v", raw.Body)
		kernel.Must(kernel.Reply(th, raw, balance{9}))
		answer := kernel.Must(kernel.Receive[goodbye](th, port))
		kernel.Must(th.Reply(answer.Message, kernel.NewMessage(0, 5)))
	}, func(th *kernel.Thread, port kernel.Name) {
		say := func(m *kernel.Message) { kernel.Must(th.Send(port, m)) }
		kernel.Must(kernel.Send(th, port, sameName()))
		kernel.Must(kernel.Send(th, port, goodbye{}))
		say(kernel.NewMessage(7, 1, "two"))
		right := kernel.Pack(th, deposit{1, 2, 3})
		lie := func(items ...ipc.Item) {
			say(&kernel.Message{Header: ipc.Header{ID: right.ID}, Items: append(items, right.Items[3])})
		}
		lie(right.Items[0], right.Items[1])
		lie(right.Items[0], right.Items[1], ipc.Item{Kind: ipc.KindBool})
		say(&kernel.Message{Header: ipc.Header{ID: 7}, Items: []ipc.Item{right.Items[3], right.Items[0]}})
		say(kernel.NewMessage(right.ID, 1))
		say(kernel.NewMessage(7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
		type point struct{ X, Y int }
		_, err := kernel.RPC[point, balance](th, port, point{1, 200})
		th.Check(err != nil && err.Error() == "goodbye{} came, and not balance{Amount int}", "%v", err)
		reply := kernel.Must(th.RPC(port, kernel.NewMessage(right.ID, 1, 2, 3)))
		th.Check(reply.ID == right.ID+100 && reply.Int(0) == 9, "%s", reply)
		plain := kernel.Must(kernel.RPC[goodbye, balance](th, port, goodbye{}))
		th.Check(plain.Amount == 5, "%d", plain.Amount)
	}))
}

// Notifications come as structs too.
func TestTypedNotifications(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		told, port := th.NewPort("told"), th.NewPort("port")
		mach := th.Mach()
		ask := func(n kernel.Name, id int32, sync int) {
			_ = kernel.Must(mach.PortRequestNotification(mach.Self(), n, id, sync, told, ipc.MakeSendOnce))
		}
		ask(port, ipc.MACH_NOTIFY_DEAD_NAME, 1)
		kernel.Must(mach.PortInsertRight(mach.Self(), port, port, ipc.MakeSend))
		ask(port, ipc.MACH_NOTIFY_NO_SENDERS, 1)
		kernel.Must(mach.PortModRefs(mach.Self(), port, ipc.RightSend, -1))
		m := kernel.Must(kernel.Receive[any](th, told, kernel.DeadName{}, kernel.NoSenders{}))
		th.Check(m.Body == any(kernel.NoSenders{Made: 1}), "%v", m.Body)
		kernel.Must(mach.PortModRefs(mach.Self(), port, ipc.RightReceive, -1))
		deleted := kernel.Must(kernel.Receive[kernel.PortDeleted](th, told))
		th.Check(deleted.Body.Name == port, "%v", deleted.Body)
	}))
}

// A message can be read by the names of its fields by somebody who does not know its type.
func TestShapes(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		m := kernel.Pack(th, everything())
		s, ok := kernel.ShapeOf(m.Items)
		th.Check(ok, "no shape")
		text, ok := s.Text(m.Items, 0, func(it *ipc.Item) string { return it.String() })
		const want = `all{I8:-8 I16:-1600 I32:-320000 I64:-1152921504606846976 I:-5 U8:8 U16:1600 U32:320000 ` +
			`U64:9223372036854775808 U:5 Mode:3 Yes:true Text:"text" Bytes:5 bytes At:{X:1 Y:-2} ` +
			`Path:[{X:3 Y:4} {X:5 Y:6}] Names:["" "b"] Grid:[[1 2] [] [3]] None:[]}`
		th.Check(ok && text == want, "%s", text)
		short := kernel.MessageText(m.ID, m.Items, 1, func(it *ipc.Item) string { return it.String() })
		th.Check(strings.Contains(short, `Path:[{X:3 Y:4} 1 more] Names:["" 1 more] Grid:[[1 1 more] 2 more] None:[]}`), "%s", short)
		for name, value := range map[string]string{
			"I8": "-8", "Text": `"text"`, "At.Y": "-2", "Path[1].X": "5", "len(Path)": "2", "Grid[2][0]": "3",
			"len(Grid[1])": "0", "len(None)": "0",
		} {
			it := kernel.FieldOf(m.Items, name)
			th.Check(it != nil && it.String() == value, "%s is %v", name, it)
		}
		for _, name := range []string{"", "i8", "At", "Path[2].X", "Grid[1][0]", "X"} {
			th.Check(kernel.FieldOf(m.Items, name) == nil, "there is a field %q", name)
		}
	}))
}

// What calls itself a shape may be anything.
func FuzzShape(f *testing.F) {
	for _, text := range []string{
		"", "a{}", "deposit{Account int, Amount int}", "a{B []{C [][]uint}}", "a{B {C {D bool}}, E string}",
		"a{B []{}}", "a{B int,C int}", "a{B x}", "a{", "\x00{A int}", "a{A int}}", strings.Repeat("a{B {", 40),
	} {
		f.Add(text, int64(2), "kk")
	}
	f.Fuzz(func(t *testing.T, text string, n int64, kinds string) {
		items := []ipc.Item{{Num: uint64(n)}}
		for _, k := range kinds {
			items = append(items, ipc.Item{Kind: ipc.ItemKind(k % 9), Num: uint64(n)})
		}
		items = append(items, ipc.Item{Kind: ipc.KindShape, Str: text})
		s, ok := kernel.ShapeOf(items)
		if !ok {
			return
		}
		_, good := s.Text(items, int(n%3), func(*ipc.Item) string { return "" })
		fields := s.Fields(items)
		if good != (fields != nil) || good && len(fields) != len(items) {
			t.Errorf("%q: in words %t, by fields %d of %d", text, good, len(fields), len(items))
		}
	})
}

// A message that has come is shown as the struct that it is, not as the items that carry it.
func TestReceivedString(t *testing.T) {
	m := &kernel.Received[any]{Message: &ipc.Message{}, Body: deposit{Account: 3, Amount: 10}}
	if got := m.String(); got != "deposit{Account:3 Amount:10}" {
		t.Error(got)
	}
	if got := (&kernel.Received[any]{}).String(); got != "nothing" {
		t.Error(got)
	}
}

// A message that a program keeps stays as it was received, whatever comes later.
func TestTypedMessagesKept(t *testing.T) {
	finish(t, served(func(th *kernel.Thread, port kernel.Name) {
		var kept []*kernel.Received[any]
		for range 4 {
			kept = append(kept, kernel.Must(kernel.Receive[any](th, port, deposit{}, balance{}, all{})))
		}
		for i, m := range kept {
			if d, ok := m.Body.(deposit); ok {
				th.Check(d == deposit{i, 10 * i} && m.Int(0) == int64(i) && m.Int(1) == int64(10*i), "message %d: %v", i, m)
			} else {
				th.Check(reflect.DeepEqual(m.Body, everything()) && m.Int(0) == -8, "message %d: %v", i, m)
			}
		}
		kernel.Must(kernel.Reply(th, kept[3], balance{}))
	}, func(th *kernel.Thread, port kernel.Name) {
		kernel.Must(kernel.Send(th, port, deposit{0, 0}))
		kernel.Must(kernel.Send(th, port, everything()))
		kernel.Must(kernel.Send(th, port, deposit{2, 20}))
		kernel.Must(kernel.RPC[deposit, balance](th, port, deposit{3, 30}))
	}))
}
