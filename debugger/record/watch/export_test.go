package watch

// Deepest is what the code does that is the most calls deep.
func (d *Dog) Deepest() *Loop {
	g, id := deepest(goroutines(), d.heartbeat)
	l := d.loop(g)
	l.Thread = id
	return l
}
