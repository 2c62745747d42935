package record

// Package says which package declares a program that is not one of machsim's own.
type Package struct {
	Path string // import path, "" for machsim's own programs
	Dir  string // its directory, "" if not known
}

// append appends a package if there is one.
func (p Package) append(b []byte) []byte {
	if p.Path == "" {
		return b
	}
	return appendText(appendText(b, p.Path), p.Dir)
}

// readPackage reads what append has written.
func readPackage(r *reader, flags uint64) Package {
	if flags&flagPackage == 0 {
		return Package{}
	}
	p := Package{Path: r.text(), Dir: r.text()}
	if p.Path == "" {
		r.fail()
	}
	return p
}
