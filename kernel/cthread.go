package kernel

import (
	"fmt"
	"math"

	"machsim/ipc"
)

// The kernel's half of package cthreads: forks and joins here, mutexes and conditions
// in files of their own, all as state, so that every wait can be explained. Programs
// use package cthreads. What that library leaves undefined ends the run; unlocking what the
// caller has not locked does nothing in a lenient one (Config.Lenient).

// CThreadFork makes a thread of the caller's task, beyond the task's limit a
// queued one, and returns its id (cthread_fork).
func (ct CThreads) Fork(name string, body func(*Thread)) ThreadID {
	ct.th.named("CThreadFork", body)
	ct.th.child = body
	ct.th.begin(OpCThreadFork).Text = name
	ct.th.enter()
	return ThreadID(ct.th.res.N)
}

func runCThreadFork(c *core, id ThreadID, t *ThreadState) bool {
	child := c.newThread(t.Task, id, t.Call.Text, 0)
	c.about = Object{ThreadObject, uint32(child)}
	ct := c.Threads.Mut(uint32(child))
	ct.CThread.Is = true
	ts := c.Tasks.Mut(uint32(t.Task))
	ts.Count++
	c.accessLimit(t.Task, ts)
	if ts.Limit > 0 && ts.Running >= ts.Limit {
		c.block(child, ct, Wait{Kind: WaitStart, Object: uint32(t.Task)}, -1)
	} else {
		ts.Running++
		ct.CThread.Runs = true
	}
	c.out.N = int64(child)
	return true
}

// returned records a thread's result, and wakes the thread that joins it.
func (c *core) returned(id ThreadID, t *ThreadState, result int64) {
	t.CThread.Result = result
	t.CThread.Returned = true
	c.wakeAll(&t.CThread.Joiner, WakeReady)
}

// endCThread starts a queued thread in place of one that ended, and wakes the first thread of
// the task if it waits for the others to end.
func (c *core) endCThread(id ThreadID, t *ThreadState, ts *TaskState) {
	if t.CThread.Is {
		ts.Count--
	}
	c.accessLimit(t.Task, ts)
	if t.CThread.Runs {
		ts.Running--
		c.startQueued(ts)
	}
	if len(ts.Threads) == 1 && c.Threads.At(uint32(ts.Threads[0])).Wait.Kind == WaitAlone {
		c.wake(ts.Threads[0], WakeReady)
	}
}

// accessLimit logs that the number of threads changes, which matters if the task has a limit.
func (c *core) accessLimit(task TaskID, ts *TaskState) {
	if ts.Limit > 0 {
		c.access(LocTask, ipc.Write, uint32(task), taskThreads)
	}
}

func (c *core) startQueued(ts *TaskState) {
	for ts.Queued.Head != 0 && (ts.Limit == 0 || ts.Running < ts.Limit) {
		next := ThreadID(ts.Queued.Head)
		ts.Running++
		c.Threads.Mut(uint32(next)).CThread.Runs = true
		c.wake(next, WakeReady)
	}
}

// CThreadJoin waits until a thread has returned, and returns its result
// (cthread_join).
func (ct CThreads) Join(id ThreadID) int64 {
	ct.th.begin(OpCThreadJoin).N = int64(id)
	ct.th.enter()
	return ct.th.res.N
}

func runCThreadJoin(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	if t.Phase == 0 {
		if why := c.cannotJoin(other); why != "" {
			return c.misuse(id, t, why)
		}
		c.Threads.Mut(uint32(other)).CThread.Joined = true
		t.Phase = 1
	}
	ot := c.Threads.At(uint32(other))
	if ot.CThread.Returned {
		c.access(LocThread, ipc.Read, uint32(other), 0)
		c.out.N = ot.CThread.Result
		return true
	}
	return c.block(id, t, Wait{Kind: WaitJoin, Object: uint32(other)}, -1)
}

// joinWait returns the wait with which a join would begin now.
func (s *State) joinWait(t *ThreadState, other ThreadID) Wait {
	if !s.Threads.Has(uint32(other)) {
		return Wait{}
	}
	ot := s.Threads.At(uint32(other))
	ct := &ot.CThread
	if ct.Returned || ot.Task != t.Task || t.Phase == 0 && (!ct.Is || ct.Detached || ct.Joined) {
		return Wait{}
	}
	return Wait{Kind: WaitJoin, Object: uint32(other)}
}

// cannotJoin says why a thread cannot be joined or detached; "" if it can, and then it is the
// one time.
func (c *core) cannotJoin(other ThreadID) string {
	c.access(LocJoin, ipc.Write, uint32(other), 0)
	name := c.given().thread(other)
	switch ct := &c.Threads.At(uint32(other)).CThread; {
	case !ct.Is:
		return name + " was not forked by cthreads"
	case ct.Detached:
		return name + " is detached; a detached thread cannot be joined"
	case ct.Joined:
		return name + " was joined before; each thread is joined or detached exactly once"
	}
	return ""
}

// CThreadDetach says that a thread will not be joined (cthread_detach).
func (ct CThreads) Detach(id ThreadID) {
	ct.th.begin(OpCThreadDetach).N = int64(id)
	ct.th.enter()
}

func runCThreadDetach(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	if why := c.cannotJoin(other); why != "" {
		return c.misuse(id, t, why)
	}
	c.Threads.Mut(uint32(other)).CThread.Detached = true
	return true
}

// CThreadLimit sets how many threads of the task may run at once, its first thread among
// them, 0 for any number (cthread_set_limit); a negative n only asks. It returns the limit
// that was in force.
func (ct CThreads) Limit(n int) int {
	ct.th.begin(OpCThreadLimit).N = int64(n)
	ct.th.enter()
	return int(ct.th.res.N)
}

func runCThreadLimit(c *core, id ThreadID, t *ThreadState) bool {
	ts := c.Tasks.Mut(uint32(t.Task))
	c.access(LocTask, ipc.Write, uint32(t.Task), taskThreads)
	c.out.N = int64(ts.Limit)
	if t.Call.N >= 0 {
		ts.Limit = int32(min(t.Call.N, math.MaxInt32))
		c.startQueued(ts)
	}
	return true
}

// CThreadCount returns the number of threads of the task (cthread_count).
func (ct CThreads) Count() int {
	ct.th.begin(OpCThreadCount)
	ct.th.enter()
	return int(ct.th.res.N)
}

func runCThreadCount(c *core, id ThreadID, t *ThreadState) bool {
	c.access(LocTask, ipc.Read, uint32(t.Task), taskThreads)
	c.out.N = int64(c.Tasks.At(uint32(t.Task)).Count) + 1
	return true
}

// CThreadSetName gives a thread the name under which it is shown
// (cthread_set_name).
func (ct CThreads) SetName(id ThreadID, name string) {
	c := ct.th.begin(OpCThreadSetName)
	c.N, c.Text = int64(id), name
	ct.th.enter()
}

func runCThreadSetName(c *core, _ ThreadID, t *ThreadState, other ThreadID) bool {
	c.access(LocThread, ipc.Write, uint32(other), 0)
	c.Threads.Mut(uint32(other)).Label.Given = t.Call.Text
	return true
}

// GivenName returns the name that the program gave a thread, "" for none. It is no
// kernel call.
func (ct CThreads) GivenName(id ThreadID) string {
	return glance(ct.th, func() string {
		if !ct.th.m.Threads.Has(uint32(id)) {
			return ""
		}
		return ct.th.m.Threads.At(uint32(id)).Label.Given
	})
}

// IsFirst says whether a thread is the first of its task, the one whose Exit ends the
// task. It is no kernel call.
func (ct CThreads) IsFirst(id ThreadID) bool {
	return ct.th.m.Threads.Has(uint32(id)) && ct.th.m.IsFirst(ct.th.m.Threads.At(uint32(id)))
}

// IsFirst says whether a thread is the first of its task.
func (s *State) IsFirst(t *ThreadState) bool {
	return t.Label.Serial == 1 && (t.Label.Creator == 0 || s.Threads.At(t.Label.Creator).Task != t.Task)
}

// CThreadSetData attaches a word to a thread (cthread_set_data).
func (ct CThreads) SetData(id ThreadID, data int64) {
	c := ct.th.begin(OpCThreadSetData)
	c.N, c.N2 = int64(id), data
	ct.th.enter()
}

func runCThreadSetData(c *core, _ ThreadID, t *ThreadState, other ThreadID) bool {
	c.access(LocThread, ipc.Write, uint32(other), 0)
	c.Threads.Mut(uint32(other)).CThread.Data = t.Call.N2
	return true
}

// CThreadData returns the word attached to a thread (cthread_data).
func (ct CThreads) Data(id ThreadID) int64 {
	ct.th.begin(OpCThreadData).N = int64(id)
	ct.th.enter()
	return ct.th.res.N
}

func runCThreadData(c *core, _ ThreadID, t *ThreadState, other ThreadID) bool {
	c.access(LocThread, ipc.Read, uint32(other), 0)
	c.out.N = c.Threads.At(uint32(other)).CThread.Data
	return true
}

// onOwnThread wraps the handler of a call on a thread of the caller's task.
func onOwnThread(run func(c *core, id ThreadID, t *ThreadState, other ThreadID) bool) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		other := ThreadID(t.Call.N)
		if !c.Threads.Has(uint32(other)) || c.Threads.At(uint32(other)).Task != t.Task {
			return c.misuse(id, t, "the thread is not one of this task")
		}
		c.about = Object{ThreadObject, uint32(other)}
		return run(c, id, t, other)
	}
}

// unusable says why a task cannot use a mutex or condition of owner's; "" if it can.
func (c *core) unusable(o Object, task, owner TaskID, freed bool) string {
	switch {
	case owner != task:
		return fmt.Sprintf("%s belongs to task %s; tasks share no memory", c.given().object(o), c.given().task(owner))
	case freed:
		return c.given().object(o) + " was freed"
	}
	return ""
}

// misuse fails the run, because the program does what C Threads forbids.
func (c *core) misuse(id ThreadID, t *ThreadState, why string) bool {
	c.fail(Misuse, id, t.Call.Op.String()+": "+why)
	c.out.Code = ipc.KERN_FAILURE
	return false
}

// unnoticed is misuse that C Threads itself does not notice: in a lenient run nothing is done,
// as if the library had found nothing to do. It returns whether the run goes on.
func (c *core) unnoticed(id ThreadID, t *ThreadState, why string) bool {
	if !c.cfg.Lenient {
		return c.misuse(id, t, why)
	}
	c.noteFailure(Misuse, id, t.Call.Op.String()+": "+why)
	return true
}

// maxKeys is how many keys for data of threads a task may make.
const maxKeys = 8

// CThreadKeyCreate makes a key under which each thread of the task can keep a word
// of its own, 0 to begin with; false if the task has made all eight that there are
// (cthread_keycreate).
func (ct CThreads) KeyCreate() (int, bool) {
	ct.th.begin(OpCThreadKeyCreate)
	ct.th.enter()
	return int(ct.th.res.N), ct.th.res.N >= 0
}

func runCThreadKeyCreate(c *core, _ ThreadID, t *ThreadState) bool {
	ts := c.Tasks.Mut(uint32(t.Task))
	c.access(LocTask, ipc.Write, uint32(t.Task), taskSelf)
	c.out.N = -1
	if ts.Keys < maxKeys {
		c.out.N = int64(ts.Keys)
		ts.Keys++
	}
	return true
}

// CThreadSetSpecific sets the calling thread's word of a key; false if there is no
// such key (cthread_setspecific).
func (ct CThreads) SetSpecific(key int, value int64) bool {
	c := ct.th.begin(OpCThreadSetSpecific)
	c.N, c.N2 = int64(key), value
	ct.th.enter()
	return ct.th.res.N == 0
}

func runCThreadSetSpecific(c *core, _ ThreadID, t *ThreadState) bool {
	c.access(LocTask, ipc.Read, uint32(t.Task), taskSelf)
	n := int64(c.Tasks.At(uint32(t.Task)).Keys)
	c.out.N = -1
	if t.Call.N >= 0 && t.Call.N < n {
		words := make([]int64, n) // the old ones may be part of a picture of the state
		copy(words, t.CThread.Words)
		words[t.Call.N] = t.Call.N2
		t.CThread.Words = words
		c.out.N = 0
	}
	return true
}

// CThreadGetSpecific returns the calling thread's word of a key; false if there is
// no such key (cthread_getspecific).
func (ct CThreads) GetSpecific(key int) (int64, bool) {
	ct.th.begin(OpCThreadGetSpecific).N = int64(key)
	ct.th.enter()
	return ct.th.res.N, ct.th.res.Code == 0
}

func runCThreadGetSpecific(c *core, _ ThreadID, t *ThreadState) bool {
	c.access(LocTask, ipc.Read, uint32(t.Task), taskSelf)
	c.out.N = 0
	switch n := t.Call.N; {
	case n < 0 || n >= int64(c.Tasks.At(uint32(t.Task)).Keys):
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	case n < int64(len(t.CThread.Words)):
		c.out.N = t.CThread.Words[n]
	}
	return true
}
