package record

import (
	"encoding/binary"

	"machsim/ipc"
	"machsim/kernel"
)

// appendEdits appends the edits made at a debugger; nothing if there are none.
func appendEdits(b []byte, edits []kernel.Edit) []byte {
	if len(edits) == 0 {
		return b
	}
	b = binary.AppendUvarint(b, uint64(len(edits)))
	for i := range edits {
		b = appendEdit(b, &edits[i])
	}
	return b
}

func appendEdit(b []byte, e *kernel.Edit) []byte {
	b = binary.AppendUvarint(b, e.After)
	b = append(b, byte(e.Kind))
	b = binary.AppendUvarint(b, uint64(e.Object))
	b = appendText(appendText(b, e.Name), e.Value)
	b = binary.LittleEndian.AppendUint64(b, uint64(e.ID))
	b = binary.AppendUvarint(b, uint64(len(e.Items)))
	for i := range e.Items {
		it := &e.Items[i]
		b = append(b, byte(it.Kind))
		b = binary.LittleEndian.AppendUint64(b, it.Num)
		b = appendText(b, it.Str)
	}
	if e.Kind.InFrame() {
		b = binary.AppendUvarint(binary.AppendUvarint(b, e.Frame), e.Statement)
	}
	return b
}

// readEdits reads what appendEdits has written. Edits are in the order in which they were
// made; another order is invalid.
func readEdits(r *reader, flags uint64) []kernel.Edit {
	if flags&flagEdits == 0 {
		return nil
	}
	edits := make([]kernel.Edit, r.count())
	for i := range edits {
		edits[i] = readEdit(r)
		if i > 0 && edits[i].After < edits[i-1].After {
			r.fail()
		}
	}
	return edits
}

func readEdit(r *reader) kernel.Edit {
	e := kernel.Edit{
		After: r.uvarint(), Kind: kernel.EditKind(r.byte()), Object: uint32(r.uvarint()),
		Name: r.text(), Value: r.text(), ID: int32(r.uint64()),
	}
	for range r.count() {
		it := ipc.Item{Kind: ipc.ItemKind(r.byte()), Num: r.uint64(), Str: r.text()}
		if !plain(it.Kind) && (e.Kind != kernel.EditRPC || it.Kind != ipc.KindShape && it.Kind != ipc.KindBytes) {
			r.fail()
		}
		e.Items = append(e.Items, it)
	}
	if e.Kind.InFrame() {
		e.Frame, e.Statement = r.uvarint(), r.uvarint()
	}
	return e
}

// plain says whether an item means the same in every task: a port name does not.
func plain(k ipc.ItemKind) bool {
	return k == ipc.KindInt || k == ipc.KindFloat || k == ipc.KindBool || k == ipc.KindString
}
