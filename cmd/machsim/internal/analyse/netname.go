package analyse

import "slices"

// named is where it is kept what the name server has under a name.
const named = "name "

// registers is a call that gives a port, its last argument, to the name server.
func registers(last int) summary {
	return func(f *frame, s *site, n int) int {
		f.register(s, f.value(s.Args[1]), f.value(s.Args[last]))
		return n
	}
}

// register notes that a port has some name.
func (f *frame) register(s *site, names, port value) {
	for _, a := range names.texts() {
		if a.key == "*" {
			f.tell(f.where(s.at), "registers a port by a name that is not known")
		}
		if !slices.Contains(f.names, a.key) {
			f.names, f.grown = append(f.names, a.key), true
		}
		f.put(named+a.key, port)
	}
}

// finds is a call that asks the name server, for the name that is an argument.
func finds(name int) summary {
	return func(f *frame, s *site, n int) int {
		f.put(s.to(0), f.find(s, f.value(s.Args[name])))
		return n
	}
}

// find are the ports that may be registered by some names.
func (f *frame) find(s *site, names value) (all value) {
	for _, a := range names.texts() {
		if a.key == "*" {
			f.tell(f.where(s.at), "looks for a name that is not known")
		}
		for _, o := range f.names {
			if alike(a.key, o) {
				all = all.with(f.cells[named+o])
			}
		}
	}
	return all
}
