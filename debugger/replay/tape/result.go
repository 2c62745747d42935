package tape

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// Bits of the mask of a result.
const (
	hasCode = 1 << iota
	hasRDisp
	hasRName
	hasRN
	hasRText
	hasRMessage
	hasBorn
	hasNames
	hasTypes
	hasInfo
)

// result writes a result, with the message if the call may have changed it.
func (w *writer) result(res *kernel.Result, message bool, born []kernel.ThreadID, infos *List[any]) {
	mask := resultMask(res, message, born)
	w.uint(mask)
	if res.Code != 0 {
		w.int(int64(res.Code))
	}
	w.some(uint64(res.Disp))
	w.some(uint64(res.Name))
	if res.N != 0 {
		w.int(res.N)
	}
	if mask&rareResult != 0 {
		w.rareResult(res, mask, born, infos)
	}
	if mask&hasRMessage != 0 {
		w.message(&res.Msg.Header, res.Msg.Items)
	}
}

// rareResult are the fields that few results have.
const rareResult = hasRText | hasBorn | hasNames | hasTypes | hasInfo

// resultMask returns which fields of a result are set.
func resultMask(res *kernel.Result, message bool, born []kernel.ThreadID) (mask uint64) {
	bit := func(ok bool, b uint64) {
		if ok {
			mask |= b
		}
	}
	bit(res.Code != 0, hasCode)
	bit(res.Disp != 0, hasRDisp)
	bit(res.Name != 0, hasRName)
	bit(res.N != 0, hasRN)
	bit(res.Text != "", hasRText)
	bit(res.Names != nil, hasNames)
	bit(res.Types != nil, hasTypes)
	bit(res.Info != nil, hasInfo)
	bit(message && res.Msg != nil, hasRMessage)
	bit(len(born) > 0, hasBorn)
	return mask
}

// rareResult writes them.
func (w *writer) rareResult(res *kernel.Result, mask uint64, born []kernel.ThreadID, infos *List[any]) {
	if mask&hasRText != 0 {
		w.text(res.Text)
	}
	if mask&hasNames != 0 {
		w.names(res.Names)
	}
	if mask&hasTypes != 0 {
		w.uint(uint64(len(res.Types)))
		for _, t := range res.Types {
			w.uint(uint64(t))
		}
	}
	if mask&hasBorn != 0 {
		w.uint(uint64(len(born)))
		for _, id := range born {
			w.uint(uint64(id))
		}
	}
	if mask&hasInfo != 0 {
		v := res.Info
		if types, ok := v.([]ipc.Port25Type); ok {
			v = slices.Clone(types)
		}
		w.uint(uint64(infos.Len()))
		infos.Add(v)
	}
}

// result reads a result, as the call returns it to the program, and returns the threads
// that the call made. It leaves fields alone that the call does not set.
func (r *reader) result(res *kernel.Result, infos *List[any]) (born []kernel.ThreadID) {
	mask := r.uint()
	res.Code, res.Disp, res.Name, res.N = 0, 0, 0, 0
	if mask&hasCode != 0 {
		res.Code = ipc.Code(r.int())
	}
	if mask&hasRDisp != 0 {
		res.Disp = ipc.Disposition(r.uint())
	}
	if mask&hasRName != 0 {
		res.Name = ipc.Name(r.uint())
	}
	if mask&hasRN != 0 {
		res.N = r.int()
	}
	if mask&^(hasCode|hasRDisp|hasRName|hasRN|hasRMessage) != 0 || res.Text != "" || res.Names != nil || res.Info != nil {
		born = r.rare(res, mask, infos)
	}
	if mask&hasRMessage != 0 {
		if res.Msg == nil {
			res.Msg = new(ipc.Message)
		}
		r.message(res.Msg)
	}
	return born
}

// rare reads the fields that few results have.
func (r *reader) rare(res *kernel.Result, mask uint64, infos *List[any]) (born []kernel.ThreadID) {
	res.Text, res.Names, res.Types, res.Info = "", nil, nil, nil
	if mask&hasRText != 0 {
		res.Text = r.text()
	}
	if mask&hasNames != 0 {
		res.Names = r.names()
	}
	if mask&hasTypes != 0 {
		res.Types = make([]ipc.Type, r.uint())
		for i := range res.Types {
			res.Types[i] = ipc.Type(r.uint())
		}
	}
	if mask&hasBorn != 0 {
		born = make([]kernel.ThreadID, r.uint())
		for i := range born {
			born[i] = kernel.ThreadID(r.uint())
		}
	}
	if mask&hasInfo != 0 {
		res.Info = infos.At(int(r.uint()))
		if types, ok := res.Info.([]ipc.Port25Type); ok {
			res.Info = slices.Clone(types)
		}
	}
	return born
}
