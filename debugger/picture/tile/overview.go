package tile

// Overview is how full a run is: for each bin of the axis, how many events lie there, relative to the fullest bin,
// from 0 to 255, and the most important class.
type Overview struct {
	Full    []uint8
	Classes []uint8
	Most    int // events of the fullest bin
}

// Overview divides the whole of an axis into bins. The lanes are those that count.
func (m *Map) Overview(a Axis, bins int, lanes []int) Overview {
	from, to := m.Extent(a)
	bounds := make([]int, bins+1)
	for i := range bounds {
		bounds[i] = m.EventAt(a, from+(to-from)*int64(i)/int64(bins))
	}
	all := make([]bin, bins)
	for _, lane := range lanes {
		m.add(lane, bounds, all)
	}
	o := Overview{Full: make([]uint8, bins), Classes: make([]uint8, bins)}
	for _, b := range all {
		o.Most = max(o.Most, b.n)
	}
	for i, b := range all {
		o.Classes[i] = uint8(b.best)
		if b.n > 0 {
			o.Full[i] = uint8(max(1, b.n*255/o.Most))
		}
	}
	return o
}
