package explore

import (
	"cmp"
	"fmt"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// What stands in the way of classes by receipt: whatever two threads do, in either order, beside messages. Also a send
// that may have to wait for room, if its thread does anything afterwards that others could see.

// bar says what stands in the way in a run; "" for nothing.
func (x *chart) bar(c *receipts) string {
	for i := range x.events[:x.n] {
		if x.events[i].pause || x.events[i].actor == touch.Clock {
			return "time that passes"
		}
	}
	return cmp.Or(x.clash(), x.odd, x.early(), x.waiting(c))
}

// ordered says whether one of two events comes before the other.
func (x *chart) ordered(i, j int32) bool {
	return x.within(i, x.clocks[j]) || x.within(j, x.clocks[i])
}

// clash finds two events that affect each other, and may come in either order.
func (x *chart) clash() string {
	used := [][]access(nil)
	odd := [][]int32(nil) // by thing: who uses it otherwise than by messages
	global := []int32(nil)
	for i := range x.events {
		e := &x.events[i]
		if e.uses.Global() {
			global = append(global, int32(i))
		}
		for _, u := range e.uses {
			if u.Thing == touch.World {
				continue
			}
			numbered.Push(&used, u.Thing, access{int32(i), u.Mode})
			if u.Thing != x.deeds[i].Puts && u.Thing != x.deeds[i].Takes {
				numbered.Push(&odd, u.Thing, int32(len(used[u.Thing])-1))
			}
		}
	}
	for _, g := range global {
		for i := range x.events {
			if x.events[i].actor != x.events[g].actor && !x.ordered(g, int32(i)) {
				return x.both(g, int32(i))
			}
		}
	}
	for t := range odd {
		for _, k := range odd[t] {
			a := used[t][k]
			for _, b := range used[t] {
				if x.events[a.at].actor != x.events[b.at].actor && touch.Affects[a.mode][b.mode] && !x.ordered(a.at, b.at) {
					return x.both(a.at, b.at)
				}
			}
		}
	}
	return ""
}

// both says of two events that their order matters.
func (x *chart) both(i, j int32) string {
	return fmt.Sprintf("%s and %s of another thread, whose order matters", x.name(i), x.name(j))
}

func (x *chart) name(i int32) string {
	if x.deeds[i].Packet {
		return "a packet"
	}
	return x.deeds[i].Op.String()
}

// early finds a message that may come to a queue before its receiver asks for it by the same call: that would then not
// wait.
func (x *chart) early() string {
	for i := range x.events {
		q := x.deeds[i].Asks
		if q == 0 {
			continue
		}
		for _, p := range numbered.At(x.puts, q) {
			if !x.within(int32(i), x.clocks[p]) && !x.gone(p, x.clocks[i]) {
				return "a message that may come before the call that asks for an answer there"
			}
		}
	}
	return ""
}

// gone says whether a message is received by one of the first events.
func (x *chart) gone(put int32, first []int32) bool {
	for _, t := range numbered.At(x.takes, x.deeds[put].Puts) {
		if x.sent[t] == put {
			return x.within(t, first)
		}
	}
	return false
}

// waiting finds a send that may have to wait for room, though its thread goes on with what others could see. Of one
// that has waited to the end it notes that this is not known yet.
func (x *chart) waiting(c *receipts) string {
	for q := range x.puts {
		for _, p := range x.puts[q] {
			switch room := x.deeds[p].Room; {
			case room == 0 || len(x.puts[q]) <= int(room) || x.inLine(touch.Thing(q)):
			case q < len(x.tight) && x.tight[q]:
				return "sends of several threads that have to wait for room in a queue"
			case int(p) >= x.n:
				if !c.made[x.calls[p]] {
					c.stuck[x.calls[p]] = true
				}
			case x.ahead(p) < int(room):
			case !x.last(p):
				return "a send that may have to wait for room in a queue"
			default:
				c.made[x.calls[p]] = true
				delete(c.stuck, x.calls[p])
			}
		}
	}
	return ""
}

// ahead returns how many messages may lie in a queue before one, at most.
func (x *chart) ahead(put int32) (n int) {
	q := x.deeds[put].Puts
	for _, p := range x.puts[q] {
		if p != put && !x.within(put, x.clocks[p]) {
			n++
		}
	}
	for _, t := range numbered.At(x.takes, q) {
		if int(t) < x.n && x.sent[t] >= 0 && x.within(t, x.clocks[put]) {
			n--
		}
	}
	return n
}

// last says whether what comes after a send, but for who receives it, is only the end of threads.
func (x *chart) last(put int32) bool {
	own := numbered.At(x.own, x.events[put].actor)
	for _, i := range own[x.at[put]+1:] {
		if !x.deeds[i].Ends {
			return false
		}
		for j := range x.events {
			if j != int(i) && x.within(i, x.clocks[j]) && !x.deeds[j].Ends {
				return false
			}
		}
	}
	return true
}
