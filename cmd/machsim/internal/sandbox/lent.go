package sandbox

import "path"

// lent is a directory of which a file is made when the guest asks for it.
type lent struct {
	dir   string
	get   func(name string) []byte
	given map[string]bool // names of files that were made
}

// Lend has a directory of whose files get returns what is in them, nil of one that is not there. It is asked when the
// guest opens one, once for each, and what it returns may be written to. It counts as written.
func (f *Files) Lend(dir string, get func(name string) []byte) {
	f.lent = lent{clean(dir), get, map[string]bool{}}
}

// found returns the file of a name, nil if there is none.
func (f *Files) found(name string) *file {
	x := f.at[name]
	if x != nil || path.Dir(name) != f.lent.dir || f.lent.given[name] || f.free(name) != 0 {
		return x
	}
	data := f.lent.get(path.Base(name))
	if data == nil || int64(len(data)) > f.left {
		return nil
	}
	f.left -= int64(len(data))
	f.lent.given[name] = true
	f.Put(name, data)
	x = f.at[name]
	x.lent = true
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
