package tape

import (
	"machsim/ipc"
	"machsim/kernel"
)

// gathered is what a Builder has of a lane beside the log. One that Collects has results that it has not written yet,
// for a thread of Serve drops most of them.
type gathered struct {
	inCall      bool     // the call of its thread is written already
	stretch     *stretch // of its thread's task; nil until that is needed
	results     []result
	items       []ipc.Item // of their messages, one after the other
	interrupted bool       // its thread was ended while its program was at a call
}

// result is what most results have.
type result struct {
	n      int64
	code   ipc.Code
	name   ipc.Name
	header ipc.Header
	items  uint32 // where those of its message end
	op     kernel.Op
	disp   ipc.Disposition
	some   bool // it has a message
}

// mostGathered is how many results are gathered before they are written.
const mostGathered = 2 * restartEvery

// gatheredOf returns what was gathered in a lane.
func (k *Builder) gatheredOf(lane int) *gathered {
	if lane >= len(k.gathered) {
		k.gathered = grown(k.gathered, lane)
	}
	return &k.gathered[lane]
}

// completed returns how many calls a lane's thread has completed.
func (k *Builder) completed(lane uint32) int {
	n := k.t.Lanes[lane].results.Len()
	if k.collects {
		n += len(k.gatheredOf(int(lane)).results)
	}
	return n
}

// step gathers what a step has changed.
func (k *Builder) step(s *kernel.State, e *kernel.Taken) {
	if e.Actor.Thread != 0 {
		k.last = k.lane(s, e.Actor)
		k.pass(s, e.Actor)
	}
	n := k.t.Len() - 1
	if k.come(s, n, e); len(e.Gone) > 0 {
		k.interrupted(e.Gone)
	}
	if e.Done && e.Actor.Thread != 0 {
		l := &k.t.Lanes[k.last]
		k.passed(s, l, n)
		k.gather(l, &s.Threads.At(uint32(e.Actor.Thread)).Call, e.Result, e.Born)
	}
}

// interrupted notes that threads were ended.
func (k *Builder) interrupted(all []kernel.ThreadID) {
	for _, id := range all {
		if lane := k.t.LaneOf(id); lane >= 0 {
			k.gatheredOf(lane).interrupted = true
		}
	}
}

// gather adds the result of a call.
func (k *Builder) gather(l *Lane, c *kernel.Call, res *kernel.Result, born []kernel.ThreadID) {
	g, message := k.gatheredOf(int(k.last)), changed(c, res)
	if res.Text != "" || res.Names != nil || res.Types != nil || res.Info != nil || len(born) > 0 {
		k.write(g, l)
		k.add(l, c.Op, res, message, born)
		return
	}
	if len(g.results) == mostGathered {
		k.write(g, l)
	}
	x := result{n: res.N, code: res.Code, name: res.Name, op: c.Op, disp: res.Disp}
	if message && res.Msg != nil {
		x.some, x.header = true, res.Msg.Header
		g.items = append(g.items, res.Msg.Items...)
	}
	x.items = uint32(len(g.items))
	g.results = append(g.results, x)
}

// write writes what was gathered in a lane.
func (k *Builder) write(g *gathered, l *Lane) {
	var m ipc.Message
	at := uint32(0)
	for i := range g.results {
		x := &g.results[i]
		res := kernel.Result{Code: x.code, Disp: x.disp, Name: x.name, N: x.n, Msg: &m}
		m = ipc.Message{Header: x.header, Items: g.items[at:x.items]}
		k.add(l, x.op, &res, x.some, nil)
		at = x.items
	}
	g.drop()
}

// add writes a result.
func (k *Builder) add(l *Lane, op kernel.Op, res *kernel.Result, message bool, born []kernel.ThreadID) {
	before := l.gathers()
	w := writer{l.results.begin()}
	w.result(res, message, born, &l.infos)
	l.results.end(w.b)
	l.sums.Add(uint32(op))
	k.collected += l.gathers() - before
}

// gathers is how many bytes the lane's results take, about.
func (l *Lane) gathers() int { return l.results.data.Len() + 4*l.sums.Len() }

// drop leaves nothing gathered.
func (g *gathered) drop() { g.results, g.items = g.results[:0], g.items[:0] }
