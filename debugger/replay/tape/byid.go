package tape

import "maps"

// byID has a value for each of some threads. Ids are given once, and in order: of those below from few are left.
type byID[T comparable] struct {
	few  map[uint32]T
	from uint32
	all  []T
}

// at returns the value of an id, the zero T if it has none.
func (x *byID[T]) at(id uint32) (v T) {
	if id < x.from {
		return x.few[id]
	}
	if i := int(id - x.from); i < len(x.all) {
		return x.all[i]
	}
	return v
}

func (x *byID[T]) set(id uint32, v T) {
	if id >= x.from {
		i := int(id - x.from)
		x.all = grown(x.all, i)
		x.all[i] = v
		return
	}
	if x.few == nil {
		x.few = map[uint32]T{}
	}
	x.few[id] = v
}

// each visits the ids that have a value.
func (x *byID[T]) each(visit func(id uint32, v T)) {
	for id, v := range x.few {
		visit(id, v)
	}
	var none T
	for i, v := range x.all {
		if v != none {
			visit(x.from+uint32(i), v)
		}
	}
}

// leave leaves the values of the ids that stay, of those that there are so far, and takes no room for the others.
func (x *byID[T]) leave(stays func(id uint32) bool) {
	left := byID[T]{from: x.from + uint32(len(x.all))}
	x.each(func(id uint32, v T) {
		if stays(id) {
			left.set(id, v)
		}
	})
	*x = left
}

// clone returns a copy that shares no memory.
func (x *byID[T]) clone() byID[T] {
	return byID[T]{few: maps.Clone(x.few), from: x.from, all: append([]T(nil), x.all...)}
}
