package event

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Of returns what an event was. It has to be shown to a Tracer with Before.
func Of(e *kernel.Event) *Event {
	to := &Event{Number: e.Step, Time: e.Time, Actor: e.Actor, Halts: halts(e), Fails: fails(e)}
	m := &maker{e: e, s: e.State, to: to}
	switch {
	case e.Actor.Edited():
		to.Kind = Edit
		to.Edit, to.Message = Changed(e.State, e.Edit, e.Msg)
	case e.Actor.Thread == 0:
		to.Kind = Arrival
		m.arrival()
	default:
		m.step()
	}
	return to
}

// halts says whether a task has halted with an event.
func halts(e *kernel.Event) bool {
	for i := range e.State.Halt.Halted {
		if e.State.Halt.Halted[i].Event == e.Step {
			return true
		}
	}
	return false
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

// maker makes an Event.
type maker struct {
	e      *kernel.Event
	s      *kernel.State
	thread *kernel.ThreadState
	space  ipc.SpaceID
	to     *Event
}

// step is the step of a thread.
func (m *maker) step() {
	e, to := m.e, m.to
	m.thread = m.s.Threads.At(uint32(e.Actor.Thread))
	task := m.s.Tasks.At(uint32(m.thread.Task))
	m.space = task.Space
	to.Thread, to.Task, to.Host = m.s.ThreadName(e.Actor.Thread), m.s.TaskName(m.thread.Task), m.s.HostName(task.Host)
	to.Op, to.Opt, to.Flag, to.Phase, to.PC = e.Call.Op, e.Call.Opt, e.Call.Flag, e.Phase, e.Call.PC
	to.Done, to.Ended = e.Done, e.Ended
	if to.Predicate = e.Met; e.Met > 0 {
		to.Kind = Met
	}
	to.About = m.about()
	to.Operands = m.operands()
	if e.Done {
		m.result()
	}
	if f := m.s.Failure; f != nil && f.Thread == e.Actor.Thread {
		to.Failure = f
	}
	if to.Sends() {
		to.Message = m.sent()
	}
	to.Wait = m.wait()
}

// operands are the operands of the call, as its row has them.
func (m *maker) operands() []Value {
	c := m.e.Call
	row := c.Op.Operands()
	if len(row) == 0 {
		return nil
	}
	all := make([]Value, len(row))
	for i := range row {
		all[i] = m.operand(&row[i], c)
	}
	return all
}

func (m *maker) operand(o *kernel.Operand, c *kernel.Call) Value {
	switch o.Kind {
	case kernel.OperandTask:
		v := m.own(o.Name(c))
		v.Own = v.Raw == m.s.Tasks.At(uint32(m.thread.Task)).Self
		return v
	case kernel.OperandThread, kernel.OperandOwn, kernel.OperandNotify:
		return m.own(o.Name(c))
	case kernel.OperandMember:
		before, _ := m.e.Before(m.e.Target(), o.Name(c))
		m.to.Set = m.s.MeaningSet(before)
		return m.name(m.e.Target(), o.Name(c))
	case kernel.OperandName:
		return m.name(m.e.Target(), o.Name(c))
	case kernel.OperandNew:
		return Value{Raw: o.Name(c)}
	case kernel.OperandMutex, kernel.OperandCondition, kernel.OperandThreadID:
		return m.object(kernel.Object{Kind: o.Kind.Object(), ID: uint32(o.Number(c))})
	}
	return Value{N: o.Number(c), Text: o.Text(c)}
}

// result is what a call that is done answers.
func (m *maker) result() {
	res, to := m.e.Result, m.to
	to.Code = res.Code
	switch to.Op.Result() {
	case kernel.ResultMessage:
		m.received()
		return
	case kernel.ResultName, kernel.ResultFormer:
		to.Result = m.own(res.Name)
	case kernel.ResultNames:
		for _, n := range res.Names {
			to.Names = append(to.Names, m.own(n))
		}
	case kernel.ResultMade:
		to.Result = to.About
	case kernel.ResultWoken:
		if res.N != 0 {
			to.Result = m.object(kernel.Object{Kind: kernel.ThreadObject, ID: uint32(res.N)})
		}
	case kernel.ResultInfo:
		to.Info = res.Info
	default:
		to.Result = Value{N: res.N, Text: res.Text}
	}
}

// wait is what the thread waits for now.
func (m *maker) wait() Wait {
	w := m.e.Wait
	to := Wait{Kind: w.Kind, Stops: m.thread.Status == kernel.Blocked}
	if m.thread.Timer != 0 {
		to.Until = m.s.Timers[m.thread.Timer-1].At
	}
	switch w.Kind {
	case kernel.WaitReceive:
		to.Reply = m.awaitsReply()
	case kernel.WaitMutex:
		to.For = m.s.ThreadName(m.s.Mutexes.At(w.Object).Owner)
	case kernel.WaitException:
		to.For = m.s.PortName(w.Port)
	case kernel.WaitRequest, kernel.WaitAnswer:
		to.For = m.s.HostName(w.Host)
	}
	return to
}
