package values

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/present"
	"machsim/kernel"
)

// Memory is what a task's memory holds (vm_allocate).
type Memory struct {
	Task    string
	Address uint64
	Data    []byte // as much as is allocated there, and was asked for
}

// Memory returns the memory of the task of a thread, from an address on.
func (d In) Memory(in Scope, address string, length int) (*Memory, error) {
	id, n, err := d.Scope(in)
	if err != nil {
		return nil, err
	}
	st := d.S.State()
	at, err := d.address(id, n, address)
	if err != nil {
		return nil, err
	}
	task := st.Threads.At(uint32(id)).Task
	x := &Memory{Task: st.TaskName(task), Address: at, Data: st.Contents(task, at, uint64(max(length, 0)))}
	if len(x.Data) == 0 {
		return nil, fmt.Errorf("task %s has no memory at 0x%x%s", x.Task, at, regionsOf(st.Tasks.At(uint32(task)).Map))
	}
	return x, nil
}

// address reads an address: a number, or an expression of Go.
func (d In) address(id kernel.ThreadID, n int, expression string) (at uint64, err error) {
	if at, err := strconv.ParseUint(expression, 0, 64); err == nil {
		return at, nil
	}
	if !d.S.HasStatements() {
		return 0, fmt.Errorf("%s is no address: type a number, such as 0x10000", expression)
	}
	ok := false
	err = d.S.Value(id, n, expression, func(v eval.Value) {
		switch rv := v.Reflect(); {
		case !rv.IsValid():
		case rv.CanUint():
			at, ok = rv.Uint(), true
		case rv.CanInt() && rv.Int() >= 0:
			at, ok = uint64(rv.Int()), true
		}
	})
	if err == nil && !ok {
		err = text.NewMistake("expression", expression, 0, "an address is an integer that is not negative")
	}
	return at, present.Shown(err)
}

// regionsOf says which memory a task has.
func regionsOf(m []kernel.Region) string {
	if len(m) == 0 {
		return ": it has allocated none"
	}
	return "; it has " + strings.Join(text.Each(m[:min(len(m), 10)], func(r kernel.Region) string {
		return fmt.Sprintf("0x%x to 0x%x", r.Addr, r.Addr+r.Size-1)
	}), ", ")
}
