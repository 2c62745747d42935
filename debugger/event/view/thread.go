package view

import (
	"fmt"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

func (w *writer) thread(id uint32) {
	t := w.s.Threads.At(id)
	w.out.object(Thread, w.n.threads.of(id))
	w.field(AboutTo, w.call(t))
	w.field("status", w.status(id, t))
	w.field("in hand", w.messageOf(t.Msg))
	w.field("timer", w.timers[kernel.Actor{Thread: kernel.ThreadID(id)}])
	w.field("suspended", count(t.Suspend))
	w.stopped(t.Suspend, t.Stopped)
	w.detail("its task is suspended", yes(t.Held))
	w.exception(t)
	w.cthread(&t.CThread)
	if t.Status != kernel.Ended { // because the id of its port may have been reused
		w.detail("port", w.n.port(t.Port))
		w.detail("reply port", w.n.port(t.Reply))
		w.detail("replies to its RPCs come to", w.n.port(w.s.RepliesAt(t)))
		w.keptPorts(t.Specials[:], nil)
	}
	w.detail("called at", source(t.Call.PC))
	w.detail("progress of the call", count(t.Phase))
	w.since(t)
	w.detail("task", w.n.task(t.Task))
	w.detail("number of its thread", count(t.Label.Serial))
	w.detail("priority", count(t.Priority))
	w.detail("a step takes", micros(t.Cost))
	w.detail("of 1,000 calls that it sleeps before", count(t.Sleeps))
	w.detail("sleeps before its call, or has slept", yes(t.Napped))
	w.detail(cpuTime, micros(t.CPU))
	w.made(t.Made[:])
}

const (
	// AboutTo is the call of a thread, that it is about to make or is in.
	AboutTo = "about to"
	cpuTime = "cpu" // grows with every step of a thread

	// What else only grows.
	cpuOfEnded     = "cpu of ended threads"
	madeSoFar      = "made"
	nextSequence   = "next sequence number"
	sendRightsMade = "send rights made"
)

// wakes says why a wait ended.
var wakes = map[kernel.Wake]string{
	kernel.WakeReady: "free to try again", kernel.WakeMessage: "a message came", kernel.WakeTimeout: "time is up",
	kernel.WakeAbort: "aborted", kernel.WakePortDied: "the port died", kernel.WakePortChanged: "the port went into a set",
	kernel.WakeTooLarge: "the message is too large",
}

// status formats whether a thread can go on, and else what it waits for.
func (w *writer) status(id uint32, t *kernel.ThreadState) string {
	ready := w.s.Ready.Has(id)
	text := ""
	switch {
	case t.Status == kernel.Ended:
		text = "ended"
	case t.Status == kernel.Blocked:
		text = "waits" + w.waits(t.Wait)
	case ready:
		text = "ready"
	default:
		text = "stopped"
	}
	if ready && t.Status != kernel.Pending {
		text += ", ready" // no sound state has this
	}
	if t.Wake != kernel.WakeNone {
		text += ", " + wakes[t.Wake]
	}
	return text
}

func (w *writer) waits(wait kernel.Wait) string {
	switch wait.Kind {
	case kernel.WaitSend:
		return " for room at " + w.n.port(wait.Port)
	case kernel.WaitReceive:
		if wait.Set != 0 {
			return " for a message at set " + w.n.sets.of(uint32(wait.Set)).ref()
		}
		return " for a message at " + w.n.port(wait.Port)
	case kernel.WaitMutex:
		return " for " + w.n.of(kernel.Object{Kind: kernel.MutexObject, ID: wait.Object})
	case kernel.WaitCondition:
		return " for " + w.n.of(kernel.Object{Kind: kernel.ConditionObject, ID: wait.Object})
	case kernel.WaitJoin:
		return " for " + w.n.of(kernel.Object{Kind: kernel.ThreadObject, ID: wait.Object}) + " to end"
	case kernel.WaitSleep:
		return " for its time"
	case kernel.WaitAlone:
		return " for the other threads to end"
	case kernel.WaitException:
		return " for the exception handler of " + w.n.port(wait.Port)
	case kernel.WaitStart:
		return " to start"
	case kernel.WaitRequest:
		return " for its request to get to " + w.across(wait)
	case kernel.WaitAnswer:
		return " for the answer of " + w.across(wait)
	}
	return " for ever"
}

// across formats the object of a call on another host, and the port for its answer.
func (w *writer) across(wait kernel.Wait) string {
	about := ""
	if wait.Object != 0 {
		about = w.n.of(kernel.Object{Kind: kernel.TaskObject, ID: wait.Object}) + " on "
	}
	return about + "host " + w.n.host(wait.Host) + ", at " + w.n.port(wait.Port)
}

func (w *writer) since(t *kernel.ThreadState) {
	if t.Status == kernel.Blocked {
		w.out.field(waitsSince, micros(t.Wait.Since), true)
	}
}

// stopped writes since when a stop count is above 0.
func (w *writer) stopped(n int32, since int64) {
	if n > 0 {
		w.out.field(suspendedSince, micros(since), true)
	}
}

func (w *writer) exception(t *kernel.ThreadState) {
	if t.Raised == (kernel.Exception{}) && t.Handler == 0 {
		return
	}
	e := t.Raised
	text := fmt.Sprintf("%s, code %d, subcode %d", kernel.ExceptionName(int(e.Type)), e.Code, e.Subcode)
	if e.Panic {
		text += ", panic"
	}
	if e.Text != "" {
		text += ": " + plain(e.Text)
	}
	w.field("exception", text)
	w.detail("handlers asked", count(t.Handler))
}

func (w *writer) cthread(c *kernel.CThread) {
	var is []string
	for _, f := range []struct {
		is   bool
		word string
	}{
		{c.Is, "forked"}, {c.Detached, "detached"}, {c.Joined, "joined"}, {c.Runs, "counted"}, {c.Returned, "returned"},
	} {
		if f.is {
			is = append(is, f.word)
		}
	}
	w.detail("C thread", strings.Join(is, ", "))
	w.list("waiting to join", "thread", w.waiters(c.Joiner))
	w.field("result", count(c.Result))
	w.field("data", count(c.Data))
	for key, word := range c.Words {
		w.field(fmt.Sprint("word of key ", key), count(word))
	}
}

// messageOf formats a message; "" for none.
func (w *writer) messageOf(id ipc.MsgID) string {
	if id == 0 || !w.s.IPC.Msgs.Has(uint32(id)) {
		return ""
	}
	return w.message(w.s.IPC.Msgs.At(uint32(id)))
}
