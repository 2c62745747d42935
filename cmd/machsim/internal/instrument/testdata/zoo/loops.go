package zoo

// loops has each kind of loop, with labels.
func loops(xs []int, m map[string]int) (sum int) {
	for i := 0; i < len(xs); i++ {
		sum += xs[i]
	}
	for i := range xs {
		if i == 1 {
			continue
		}
		sum += i
	}
	for i := range 3 {
		sum += i
	}
	for range 2 {
	}
	for _, x := range xs {
		sum += x
	}
	for k, v := range m {
		if k == "b" {
			break
		}
		sum += v
	}
	n := 3
	for n > 0 {
		n--
	}
outer:
	for i := range 3 {
		for j := range 3 {
			switch {
			case j == 1:
				continue outer
			case i == 2:
				break outer
			}
			sum += 10*i + j
		}
	}
	var k, v int
	for k, v = range xs {
		sum += k * v
	}
	for i, j := 0, len(xs); i < j; i, j = i+1, j-1 {
		sum += j - i
	}
	for {
		sum++
		if sum > 1000 {
			break
		}
		sum *= 2
	}
	return
}

// captures gives each turn a variable of its own.
func captures() (sum int) {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i *= 2; return i })
	}
	for _, s := range []string{"a", "bb"} {
		fs = append(fs, func() int { return len(s) })
	}
	for _, f := range fs {
		sum = 10*sum + f()
	}
	return sum
}
