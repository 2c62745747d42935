package randprog

import (
	"fmt"

	"machsim/kernel"
)

// diskCalls are on the disk of the thread's host. Whatever a crash has left there, a later task finds.
var diskCalls = []call{
	func(a *actor) { a.open(true) },
	func(a *actor) { a.open(true) },
	func(a *actor) { a.open(false) },
	func(a *actor) { _ = a.th.Disk().Close(a.file()) },
	func(a *actor) { _, _ = a.th.Disk().Read(a.file(), int64(a.n(4)-1), int64(a.n(9))) },
	func(a *actor) { _ = a.th.Disk().Write(a.file(), int64(a.n(6)), a.bytes()) },
	func(a *actor) { _, _ = a.th.Disk().Append(a.file(), a.bytes()) },
	func(a *actor) { _, _ = a.th.Disk().Append(a.file(), a.bytes()) },
	func(a *actor) { _ = a.th.Disk().Truncate(a.file(), int64(a.n(6))) },
	func(a *actor) { _, _ = a.th.Disk().Size(a.file()) },
	func(a *actor) { _ = a.th.Disk().Sync(a.file()) },
	func(a *actor) { _ = a.th.Disk().Rename(a.file(), a.fileName()) },
	func(a *actor) { _ = a.th.Disk().Remove(a.fileName()) },
	func(a *actor) { _, _ = a.th.Disk().List() },
	func(a *actor) { _ = a.th.Disk().SyncAll() },
	func(a *actor) { // a host crashes, and a task begins there that uses its disk
		if h := a.host(); a.once(3) && h != a.th.HostName() {
			_ = a.th.CrashHost(h)
			_ = a.th.RestartHost(h)
			_, _ = a.th.Spawn(h, "", a.child(false))
		}
	},
}

func (a *actor) fileName() string { return fmt.Sprint("file", a.n(3)) }

func (a *actor) bytes() []byte { return []byte("something")[:a.n(9)] }

func (a *actor) open(create bool) {
	open := a.th.Disk().Open
	if create {
		open = a.th.Disk().Create
	}
	if f, err := open(a.fileName()); err == nil {
		a.files = append(a.files, f)
	}
}

// file is one that the thread has opened, if there is one.
func (a *actor) file() kernel.FileID {
	if len(a.files) == 0 || a.once(9) {
		return kernel.FileID(a.n(4))
	}
	return oneOf(a, a.files...)
}
