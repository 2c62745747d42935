package view

func (w *writer) mutex(id uint32) {
	m := w.s.Mutexes.At(id)
	w.out.object(Mutex, w.n.mutexes.of(id))
	w.field("owner", w.n.thread(m.Owner))
	w.list("waiting", "thread", w.waiters(m.Waiters))
	w.flag("freed", m.Freed)
	w.detail("locked at", source(m.PC))
	w.detail("task", w.n.task(m.Task))
}

func (w *writer) condition(id uint32) {
	c := w.s.Conditions.At(id)
	w.out.object(Condition, w.n.conditions.of(id))
	w.list("waiting", "thread", w.waiters(c.Waiters))
	w.flag("freed", c.Freed)
	w.detail("task", w.n.task(c.Task))
}
