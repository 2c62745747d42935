package zoo

// jumps has goto both ways, and a label of every use.
func jumps(n int) (trail string) {
	i := 0
again:
	if i < n {
		i++
		trail += "a"
		goto again
	}
	if n > 2 {
		goto end
	}
	trail += "b"
both:
	for j := 0; j < 3; j++ {
		if i == 0 {
			i++
			goto both
		}
		if j == 1 {
			continue both
		}
		if j == 2 {
			break both
		}
		trail += "c"
	}
block:
	{
		trail += "d"
		if len(trail) < 8 {
			goto block
		}
	}
sel:
	switch n {
	case 1:
		for {
			break sel
		}
	}
end:
	return trail + "e"
}

// falls ends in a label.
func falls(n int) (s string) {
	switch n {
	case 0:
		s += "0"
		fallthrough
	case 1:
		s += "1"
	case 2, 3:
		s += "2"
	default:
		s += "d"
	}
	func() {
		if n > 1 {
			goto last
		}
		s += "x"
	last:
	}()
	return s
}
