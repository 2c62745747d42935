package record

// BeginAt has recordings begin as if a run had so many events before, until the function that it returns is called.
func BeginAt(events uint64) (usual func()) {
	was := begins
	begins = events
	return func() { begins = was }
}
