package facts

// LifeOf is the begin or the end of a port or a port set.
func LifeOf(begins, set bool) string {
	switch {
	case begins && set:
		return setCreate
	case begins:
		return portCreation
	case set:
		return setDelete
	}
	return portDeath
}

// StandsAlone says whether what happened is one of the thesis's events, and an event of the run tells all of it.
func StandsAlone(kind string) bool { return kind == setAdd || kind == setRemove || IsUserEvent(kind) }

// IsUserEvent says whether what happened has a name that its program gives.
func IsUserEvent(kind string) bool {
	return kind == userEvent || kind == userBegun || kind == userEnded
}

// IsAbort says whether what happened is an end that nobody wanted.
func IsAbort(kind string) bool { return kind == taskAborted || kind == threadAbort }

// EndsItself says whether what happened is the end of a task that one of its own threads brought about.
func EndsItself(kind string) bool { return kind == taskDone || kind == taskAborted }

// endsOfTasks and endsOfThreads are what ends are called, by how they came about.
var (
	endsOfTasks = map[string]string{
		"done": taskDone, "failed": taskAborted, "destroyed": taskDestroy, "crashed": taskDestroy,
	}
	endsOfThreads = map[string]string{
		"done": threadDone, "failed": threadAbort, "aborted": threadAbort, "destroyed": threadEnd,
	}
)

// EndOfTask is what the end of a task is called, by how it ended; "" if it has not.
func EndOfTask(how string) string { return endsOfTasks[how] }

// EndOfThread is what the end of a thread is called, by how it ended; "" if it has not.
func EndOfThread(how string) string { return endsOfThreads[how] }
