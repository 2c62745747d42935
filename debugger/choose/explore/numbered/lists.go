// Package numbered keeps things by the numbers of others: in lists, which may be shorter than the numbers go, and in
// logs, which can be taken back.
package numbered

// Grown returns a list with room for a number.
func Grown[T any, I ~uint32](all []T, i I) []T {
	for int(i) >= len(all) {
		all = append(all, *new(T))
	}
	return all
}

// At returns the list of a number, nil for none.
func At[T any, I ~uint32](all [][]T, i I) []T {
	if int(i) >= len(all) {
		return nil
	}
	return all[i]
}

// Push adds to the list of a number.
func Push[T any, I ~uint32](all *[][]T, i I, x T) {
	*all = Grown(*all, i)
	(*all)[i] = append((*all)[i], x)
}

// Pop takes the last one out of it.
func Pop[T any, I ~uint32](all [][]T, i I) { all[i] = all[i][:len(all[i])-1] }
