package source

import "slices"

// Access is a statement that reads what is watched, or writes it, or both.
type Access struct {
	Hit         // before the statement
	Place       Place
	Read, Write bool
	Value       string // before
}

// Accesses are all accesses to what is watched in the whole run: those that read it, and with writes also those that
// only write it. An access to a part of a variable is one to the variable; the elements of a slice are parts of it.
func (s *Source) Accesses(of *Subject, writes bool, call Call) (all []Access, err error) {
	err = s.Locals(of, true, call, func(some []Local) bool {
		for i := range some {
			all = accessed(all, &some[i])
		}
		return true
	})
	all = slices.DeleteFunc(all, func(a Access) bool { return !a.Read && !writes })
	slices.SortStableFunc(all, func(a, b Access) int { return a.Hit.Compare(b.Hit) })
	return all, err
}

// accessed adds an access, or what more is known of the one that the same statement makes.
func accessed(all []Access, l *Local) []Access {
	i := len(all) - 1
	for i >= 0 && (all[i].Thread != l.Thread || all[i].N > l.N) {
		i--
	}
	switch {
	case l.By == "" || l.Born && l.Kind.Writes():
		return all
	case i < 0 || all[i].N != l.N:
		i = len(all)
		all = append(all, Access{Hit: l.At(), Place: l.Place(), Value: l.Old})
	}
	all[i].Read = all[i].Read || l.Kind == Referred
	all[i].Write = all[i].Write || l.Kind.Writes()
	return all
}
