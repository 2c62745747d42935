package explore

func grown[T any, I ~uint32](all []T, i I) []T {
	for int(i) >= len(all) {
		all = append(all, *new(T))
	}
	return all
}

func list[T any, I ~uint32](all [][]T, i I) []T {
	if int(i) >= len(all) {
		return nil
	}
	return all[i]
}

func push[T any, I ~uint32](all *[][]T, i I, x T) {
	*all = grown(*all, i)
	(*all)[i] = append((*all)[i], x)
}

func pop[T any, I ~uint32](all [][]T, i I) { all[i] = all[i][:len(all[i])-1] }
