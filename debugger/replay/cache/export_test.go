package cache

// File is where something is kept.
func (d *Dir) File(name string) string { return d.file(name) }
