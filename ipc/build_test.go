package ipc

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMessageItems(t *testing.T) {
	data := []byte{1, 2}
	m := NewMessage(7, true, false, "text", data, 2.5, float32(0.5), -3, int8(-4), int16(-5), int32(-6), int64(-7),
		uint(1), uint8(255), uint16(3), uint32(4), uint64(5), MakingSend(0x100), OutOfLine(4096, 1<<40, true))
	data[0] = 9
	got := []any{m.Bool(0), m.Bool(1), m.Text(2), m.Bytes(3), m.Float(4), m.Float(5)}
	want := []any{true, false, "text", []byte{1, 2}, 2.5, 0.5}
	for i := 6; i < 16; i++ {
		got = append(got, m.Int(i))
	}
	want = append(want, int64(-3), int64(-4), int64(-5), int64(-6), int64(-7), int64(1), int64(255), int64(3), int64(4),
		int64(5))
	got, want = append(got, m.Port(16), m.Len(), m.Items[17].Size), append(want, Name(0x100), 18, ^uint32(0))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	m.Bytes(3)[0] = 8
	if m.Bytes(3)[0] != 1 {
		t.Error("Bytes is no copy")
	}
}

func TestMessageMistakes(t *testing.T) {
	m := NewMessage(7, 1, 2, "x")
	for want, do := range map[string]func(){
		"message 7: item 2 is a string, not an int (it has 3 items: int, int, string)": func() { m.Int(2) },
		"message 7: item 0 is an int, not a port (it has 3 items: int, int, string)":   func() { m.Port(0) },
		"message 7: there is no item 3 (it has 3 items: int, int, string)":             func() { m.Text(3) },
		"message 7: there is no item -1 (it has 3 items: int, int, string)":            func() { m.Bool(-1) },
		"message 8: there is no item 0 (it has no items)":                              func() { NewMessage(8).Float(0) },
		"message 8: item 0 is bytes, not a float (it has 1 item: bytes)": func() {
			NewMessage(8, []byte("a")).Float(0)
		},
		"message 9: item 1 is a struct {}, which cannot be sent; use bool, string, []byte, a float, an integer, or an " +
			"Item such as MakingSend(port)": func() {
			NewMessage(9, 1, struct{}{})
		},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}()
			do()
		}()
	}
}

func TestStrings(t *testing.T) {
	m := NewMessage(7, "fork", -3, true, 2.5, []byte("abc"), MovingReceive(0x200), MovingSend(Null), MovingSendOnce(Dead),
		CopyingSend(1), MakingSendOnce(2), OutOfLine(0x1000, 9, false), strings.Repeat("y", 40), Item{Kind: KindName,
			Num: 0x300}).
		To(0x100, CopySend).ReplyTo(0x200, MakeSendOnce)
	want := `7("fork", -3, true, 2.5, 3 bytes, move-receive 0x200, move-send null, move-send-once dead, copy-send 0x1, ` +
		`make-send-once 0x2, memory 0x1000+9, "yyyyyyyyyyyyyyyyyyyyyyyy"... 40 bytes, name 0x300) remote copy-send 0x100 local make-send-once 0x200`
	if diff := cmp.Diff(want, m.String()); diff != "" {
		t.Error(diff)
	}
	for got, want := range map[string]string{
		(TypeSendReceive | TypeDNRequest | TypeMARequest).String(): "send+receive+dn-request+ma-request",
		Type(0).String():         "none",
		TypePortSet.String():     "port-set",
		Disposition(0).String():  "none",
		Disposition(99).String(): "disposition 99",
		RightDeadName.String():   "dead-name",
		Right(9).String():        "right 9",
		Item{Kind: 77}.String():  "kind 77",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Every code has its literal name and an explanation.
func TestCodes(t *testing.T) {
	source, err := os.ReadFile("codes.go")
	if err != nil {
		t.Skip(err)
	}
	declared := regexp.MustCompile(`(?m)^\t([A-Z0-9_]+)\s+Code = `).FindAllStringSubmatch(string(source), -1)
	if len(declared) < 90 {
		t.Fatalf("only %d codes declared", len(declared))
	}
	named, values := map[string]bool{}, map[Code]string{}
	for _, x := range codeTexts {
		if values[x.code] != "" {
			t.Errorf("%s has the value of %s", x.name, values[x.code])
		}
		named[x.name], values[x.code] = true, x.name
		if len(x.explain) < 20 || !strings.HasSuffix(x.explain, ".") {
			t.Errorf("%s: %q is no explanation", x.name, x.explain)
		}
		if x.code.Error() != x.name || x.code.Explain() != x.explain {
			t.Errorf("%s: looks up as %s", x.name, x.code)
		}
	}
	other := map[string]bool{"MACH_MSG_SUCCESS": true, "NETNAME_SUCCESS": true,
		"MACH_MSG_IPC_SPACE": true, "MACH_MSG_VM_SPACE": true, "MACH_MSG_IPC_KERNEL": true, "MACH_MSG_VM_KERNEL": true}
	for _, d := range declared {
		if !named[d[1]] && !other[d[1]] {
			t.Errorf("%s has no text", d[1])
		}
	}
	if KERN_SUCCESS.Err() != nil {
		t.Error("success is an error")
	}
	err = fmt.Errorf("call: %w", KERN_INVALID_NAME.Err())
	if !errors.Is(err, KERN_INVALID_NAME) || errors.Is(err, KERN_INVALID_RIGHT) {
		t.Error("errors.Is does not work")
	}
	c := MACH_RCV_BODY_ERROR | MACH_MSG_VM_SPACE
	if got := c.Error() + c.Explain(); !strings.HasPrefix(got, "MACH_RCV_BODY_ERROR|0x1000There was no room") {
		t.Error(got)
	}
	if got := Code(12345).Error(); got != "code 12345" {
		t.Error(got)
	}
}

func TestCodeValues(t *testing.T) {
	for c, want := range map[Code]int32{
		KERN_NOT_IN_SET: 12, KERN_NAME_EXISTS: 13, KERN_UREFS_OVERFLOW: 19, KERN_INVALID_CAPABILITY: 20,
		KERN_RIGHT_EXISTS: 21, KERN_MEMORY_PRESENT: 23,
		MACH_SEND_INVALID_DEST: 0x10000003, MACH_SEND_INVALID_HEADER: 0x10000010, MACH_RCV_INVALID_NAME: 0x10004002,
		MACH_RCV_BODY_ERROR: 0x1000400c,
		SEND_INVALID_MEMORY: -101, SEND_MSG_TOO_SMALL: -110, RCV_INVALID_MEMORY: -201, RCV_PORT_CHANGE: -208,
		MIG_REPLY_MISMATCH: -301, MIG_BAD_ID: -303, MIG_NO_REPLY: -305, MIG_SERVER_DIED: -308, NETNAME_NOT_YOURS: 1000,
		NETNAME_INVALID_PORT: 1004,
	} {
		if int32(c) != want {
			t.Errorf("%v is %d, want %d", c, int32(c), want)
		}
	}
}

// The index survives any mixture of ports, also such that share a home.
func TestPortIndex(t *testing.T) {
	var x portIndex
	want := map[PortID]Name{}
	r := uint32(1)
	for i := range 200000 {
		r = r*1664525 + 1013904223
		p := PortID(r>>20)%300 + 1
		if n := x.find(p); n != want[p] {
			t.Fatalf("step %d: port %d has name %v, want %v", i, p, n, want[p])
		}
		if r>>8&3 < 2 {
			x.put(p, Name(i+1))
			want[p] = Name(i + 1)
		} else if want[p] != 0 {
			x.drop(p)
			delete(want, p)
		}
		if x.used != len(want) {
			t.Fatalf("step %d: %d used, want %d", i, x.used, len(want))
		}
	}
}
