package sandbox

import "path"

// lent is a directory of which a file is made when the guest asks for it.
type lent struct {
	dir string
	get func(name string) []byte
}

// Lend has a directory of whose files get returns what is in them, nil of one that is not there. It is asked when the
// guest opens one, and what it returns may be written to.
func (f *Files) Lend(dir string, get func(name string) []byte) { f.lent = lent{clean(dir), get} }

// found returns the file of a name, nil if there is none.
func (f *Files) found(name string) *file {
	x := f.at[name]
	if x == nil && f.lent.get != nil && path.Dir(name) == f.lent.dir && f.free(name) == 0 {
		if data := f.lent.get(path.Base(name)); data != nil {
			f.Put(name, data)
			x = f.at[name]
			x.lent = true
		}
	}
	return x
}

// Left are the files that the guest has made in that directory, by their names.
func (f *Files) Left() map[string][]byte {
	all := map[string][]byte{}
	for name, x := range f.at {
		if !x.dir && !x.lent && path.Dir(name) == f.lent.dir {
			all[path.Base(name)] = x.data
		}
	}
	return all
}
