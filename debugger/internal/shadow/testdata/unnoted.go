package kernel

import "machsim/ipc"

// Two calls that are not in the kernel: TestForgotten adds this file to the rewritten copy.

// They are the calls thread_depress_abort and host_self with a flag, which these do not have.
func init() {
	besides(OpThreadDepressAbort, runHostThreads)
	besides(OpHostSelf, runTaskCount)
}

func besides(op Op, run func(*core, ThreadID, *ThreadState) bool) {
	old := handlers[op]
	handlers[op] = func(c *core, id ThreadID, t *ThreadState) bool {
		if t.Call.Flag {
			return run(c, id, t)
		}
		return old(c, id, t)
	}
}

// HostThreads counts the threads that have not ended, and forgets to log any access.
func (th *Thread) HostThreads() int {
	th.begin(OpThreadDepressAbort).Flag = true
	th.enter()
	return int(th.res.N)
}

func runHostThreads(c *core, _ ThreadID, _ *ThreadState) bool {
	c.out.N = 0
	for id := range c.Threads.All {
		if c.Threads.At(id).Status != Ended {
			c.out.N++
		}
	}
	return true
}

// TaskCount counts the threads of the caller's task as a call has to.
func (th *Thread) TaskCount() int {
	th.begin(OpHostSelf).Flag = true
	th.enter()
	return int(th.res.N)
}

func runTaskCount(c *core, _ ThreadID, t *ThreadState) bool {
	c.access(LocTask, ipc.Read, uint32(t.Task), taskThreads)
	c.out.N = int64(len(c.Tasks.At(uint32(t.Task)).Threads))
	return true
}
