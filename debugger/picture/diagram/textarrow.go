package diagram

// drawArrows draws the arrows that fit. An arrow goes along the row of its first event, down beside
// the lane of its second, and into that lane.
func (t *text) drawArrows() {
	for _, a := range t.Arrows {
		switch {
		case a.To == Nowhere || a.ToLane == a.FromLane || a.ToLane == Nowhere || a.ToLane >= t.shown:
		case a.FromLane == Nowhere || a.FromLane >= t.shown:
			t.drawHead(t.x(a.ToLane)-1, t.lineOf(a.To), 1, &a)
		default:
			t.drawArrow(a)
		}
	}
}

func (t *text) drawArrow(a Arrow) {
	dir := 1
	if a.ToLane < a.FromLane {
		dir = -1
	}
	from, to := t.x(a.FromLane), t.x(a.ToLane)
	y, end := t.lineOf(a.From), t.lineOf(a.To)
	t.drawHead(to-dir, end, dir, &a)
	bend := t.channel(to, dir, y, end)
	if bend < 0 {
		t.missing++
		return
	}
	light := a.Kind != Message
	out, in := right, left
	if dir < 0 {
		out, in = left, right
	}
	for x := from + dir; x != bend; x += dir {
		t.canvas.draw(x, y, left|right, light)
	}
	t.canvas.draw(bend, y, in|down, light)
	for i := y + 1; i < end; i++ {
		t.canvas.draw(bend, i, up|down, light)
	}
	t.canvas.draw(bend, end, up|out, light)
	for x := bend + dir; x != to-dir; x += dir {
		t.canvas.draw(x, end, left|right, light)
	}
}

// channel returns the free column nearest to a lane in which an arrow can come down to it; -1 if
// all are taken.
func (t *text) channel(to, dir, from, end int) int {
	for k := 2; k < t.pitch; k++ {
		if x := to - dir*k; t.canvas.free(x, from, end) {
			return x
		}
	}
	return -1
}

func (t *text) drawHead(x, y, dir int, a *Arrow) {
	heads := "◀▶"
	switch {
	case a.Lost && t.ASCII:
		heads = "xx"
	case a.Lost:
		heads = "××"
	case t.ASCII:
		heads = "<>"
	case a.Kind != Message:
		heads = "◁▷"
	}
	t.canvas.put(x, y, []rune(heads)[(dir+1)/2], flowInk(a.Kind != Message))
}
