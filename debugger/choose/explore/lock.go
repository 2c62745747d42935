package explore

import "machsim/kernel"

func (f *footprints) mutex(s *kernel.State, id int64) thing {
	if !s.Mutexes.Has(uint32(id)) {
		return world
	}
	return f.names.object(s, kernel.Object{Kind: kernel.MutexObject, ID: uint32(id)})
}

// gives is the use of a mutex by a thread that unlocks it. One that has not locked it is told who has.
func (f *footprints) gives(s *kernel.State, by kernel.ThreadID, id int64) use {
	if m := f.mutex(s, id); m == world || s.Mutexes.At(uint32(id)).Owner == by {
		return use{m, release}
	}
	return use{f.mutex(s, id), write}
}

func (f *footprints) condition(s *kernel.State, id int64) thing {
	if !s.Conditions.Has(uint32(id)) {
		return world
	}
	return f.names.object(s, kernel.Object{Kind: kernel.ConditionObject, ID: uint32(id)})
}

// joined is the use of a thread that ends, or is waited for to end.
func (f *footprints) joined(s *kernel.State, id kernel.ThreadID) use {
	if !s.Threads.Has(uint32(id)) {
		return use{world, write}
	}
	return use{f.names.object(s, kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)}), acquire}
}
