package event

import (
	"slices"

	"machsim/kernel"
)

// halts says whether a task has halted with an event; it does not if it goes on after its moment.
func halts(e *kernel.Event) bool {
	return slices.ContainsFunc(e.State.Halt.Halted, func(h kernel.HaltedTask) bool {
		return h.Event == e.Step && e.State.Tasks.At(uint32(h.Task)).Stands
	})
}

// fails says whether the run, or a task, failed with an event.
func fails(e *kernel.Event) bool {
	s := e.State
	if s.Failure != nil && s.Failure.Step == e.Step {
		return true
	}
	n := len(s.Notes)
	return n > 0 && s.Notes[n-1].Step == e.Step
}

// step is the step of a thread.
func (r *Reader) step() {
	e, to := r.e, r.to
	to.Thread, to.Task = r.threadOf(e.Actor.Thread), r.taskOf(r.thread.Task)
	to.Host = r.hostOf(r.s.Tasks.At(uint32(r.thread.Task)).Host)
	to.Op, to.Opt, to.Flag, to.Phase, to.PC = e.Call.Op, e.Call.Opt, e.Call.Flag, e.Phase, e.Call.PC
	to.Done, to.Ended = e.Done, e.Ended
	if to.Predicate = e.Met; e.Met > 0 {
		to.Kind = Met
	}
	to.About = r.About()
	to.Operands = r.operandsOf()
	if e.Done {
		r.result()
	}
	if f := r.s.Failure; f != nil && f.Thread == e.Actor.Thread {
		to.Failure = f
	}
	if to.Sends() {
		to.Message = r.sent()
	}
	r.wait()
}

// operands are the operands of the call, as its row has them.
func (r *Reader) operandsOf() []Value {
	c := r.e.Call
	row := c.Op.Operands()
	if len(row) == 0 {
		return nil
	}
	all := r.values(&r.operands, len(row))
	for i := range row {
		all[i] = r.operand(&row[i], c)
	}
	return all
}

func (r *Reader) operand(o *kernel.Operand, c *kernel.Call) Value {
	switch o.Kind {
	case kernel.OperandTask:
		v := r.own(o.Name(c))
		v.Own = v.Raw == r.s.Tasks.At(uint32(r.thread.Task)).Self
		return v
	case kernel.OperandThread, kernel.OperandOwn, kernel.OperandNotify:
		return r.own(o.Name(c))
	case kernel.OperandMember:
		if before, ok := r.e.Before(r.e.Target(), o.Name(c)); ok && before.Member {
			set := before.InSet()
			r.to.Set = r.meant(&set)
		}
		return r.name(r.e.Target(), o.Name(c))
	case kernel.OperandName:
		return r.name(r.e.Target(), o.Name(c))
	case kernel.OperandNew:
		return Value{Raw: o.Name(c)}
	case kernel.OperandMutex, kernel.OperandCondition, kernel.OperandThreadID, kernel.OperandFile:
		return r.Object(kernel.Object{Kind: o.Kind.Object(), ID: uint32(o.Number(c))})
	}
	return Value{N: o.Number(c), Text: o.Text(c)}
}

// result is what a call that is done answers.
func (r *Reader) result() {
	res, to := r.e.Result, r.to
	to.Code = res.Code
	switch to.Op.Result() {
	case kernel.ResultMessage:
		r.received()
		return
	case kernel.ResultName, kernel.ResultFormer:
		to.Result = r.own(res.Name)
	case kernel.ResultNames:
		for _, n := range res.Names {
			to.Names = append(to.Names, r.own(n))
		}
	case kernel.ResultMade:
		to.Result = to.About
		to.Result.Raw = res.Name
	case kernel.ResultWoken:
		if res.N != 0 {
			to.Result = r.Object(kernel.Object{Kind: kernel.ThreadObject, ID: uint32(res.N)})
		}
	case kernel.ResultFile:
		to.Result = r.Object(kernel.Object{Kind: kernel.FileObject, ID: uint32(res.N)})
	case kernel.ResultInfo:
		to.Info = res.Info
	default:
		to.Result = Value{N: res.N, Text: res.Text}
	}
}

// wait is what the thread waits for now.
func (r *Reader) wait() {
	w, to := &r.e.Wait, &r.to.Wait
	to.Kind, to.Stops = w.Kind, r.thread.Status == kernel.Blocked
	if w.Kind != kernel.WaitNone {
		to.On = r.waitsAt()
	}
	if r.thread.Timer != 0 {
		to.Until = r.s.Timers[r.thread.Timer-1].Due()
	}
	switch w.Kind {
	case kernel.WaitReceive:
		to.Reply = r.awaitsReply()
	case kernel.WaitMutex:
		to.For = r.threadOf(r.s.Mutexes.At(w.Object).Owner)
	case kernel.WaitException:
		to.For = to.On
	case kernel.WaitRequest, kernel.WaitAnswer:
		to.For = r.hostOf(w.Host)
	}
}

// waitsAt is the object that the thread waits at.
func (r *Reader) waitsAt() Value {
	w := &r.e.Wait
	switch w.Kind {
	case kernel.WaitSend, kernel.WaitException:
		return r.port(w.Port)
	case kernel.WaitReceive:
		if w.Set != 0 {
			return r.Object(kernel.Object{Kind: kernel.SetObject, ID: uint32(w.Set)})
		}
		return r.port(w.Port)
	case kernel.WaitMutex:
		return r.Object(kernel.Object{Kind: kernel.MutexObject, ID: w.Object})
	case kernel.WaitCondition:
		return r.Object(kernel.Object{Kind: kernel.ConditionObject, ID: w.Object})
	case kernel.WaitJoin:
		return r.threadOf(kernel.ThreadID(w.Object))
	}
	return Value{}
}
