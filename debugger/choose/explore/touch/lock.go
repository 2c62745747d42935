package touch

import "machsim/kernel"

// Mutex is a mutex, World if there is none such.
func (f *Footprints) Mutex(s *kernel.State, id int64) Thing {
	if !s.Mutexes.Has(uint32(id)) {
		return World
	}
	return f.Names.object(s, kernel.Object{Kind: kernel.MutexObject, ID: uint32(id)})
}

// gives is the use of a mutex by a thread that unlocks it. One that has not locked it is told who has.
func (f *Footprints) gives(s *kernel.State, by kernel.ThreadID, id int64) Use {
	if m := f.Mutex(s, id); m == World || s.Mutexes.At(uint32(id)).Owner == by {
		return Use{m, Release}
	}
	return Use{f.Mutex(s, id), Write}
}

// Condition is a condition, likewise.
func (f *Footprints) Condition(s *kernel.State, id int64) Thing {
	if !s.Conditions.Has(uint32(id)) {
		return World
	}
	return f.Names.object(s, kernel.Object{Kind: kernel.ConditionObject, ID: uint32(id)})
}

// joined is the use of a thread that ends, or is waited for to end.
func (f *Footprints) joined(s *kernel.State, id kernel.ThreadID) Use {
	if !s.Threads.Has(uint32(id)) {
		return Use{World, Write}
	}
	return Use{f.Names.object(s, kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)}), Acquire}
}
