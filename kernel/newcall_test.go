package kernel

// A call that is not in the kernel, added as docs/HACKING.md says: its number and its row, and one
// file with its method and its handler. TestNewCall looks for it everywhere.

// OpMutexTestAndSet is its number: the first that is free.
const OpMutexTestAndSet = numOps

func init() {
	OpMutexTestAndSet.is(row{
		"mutex_test_and_set", ClassTryLock, machsimOwn, ResultTaken, onMutex(runMutexTestAndSet),
		with(aMutex, number("tries").in(FieldN2)),
	})
}

// MutexTestAndSet locks a mutex if it is free, and says whether it did.
func (ct CThreads) MutexTestAndSet(m MutexID, tries int) bool {
	c := ct.th.begin(OpMutexTestAndSet)
	c.N, c.N2 = int64(m), int64(tries)
	ct.th.enter()
	return ct.th.res.N == 1
}

func runMutexTestAndSet(c *core, id ThreadID, t *ThreadState, mu *MutexState, m MutexID) bool {
	return runMutexTryLock(c, id, t, mu, m)
}
