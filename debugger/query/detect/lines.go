package detect

import "fmt"

// maxLines is the greatest number of reasons that are printed.
const maxLines = 100

// Lines describes a position that was found: why it satisfies the predicate, in which order the
// conditions came to hold, and the Note.
func (f *Found) Lines() (all []string) {
	for i, r := range f.Reasons {
		if i == maxLines && len(f.Reasons) > maxLines+1 {
			all = append(all, fmt.Sprintf("and %d more", len(f.Reasons)-i))
			break
		}
		if len(f.Reasons) > 1 {
			all = append(all, fmt.Sprintf("%d. %s", i+1, r))
		} else {
			all = append(all, r.String())
		}
	}
	for _, o := range f.Order {
		if o.Ordered {
			all = append(all, fmt.Sprintf("ordered: %d came about before %d", o.First+1, o.Second+1))
		} else {
			all = append(all, fmt.Sprintf("unordered: neither of %d and %d came about before the other", o.First+1, o.Second+1))
		}
	}
	if n := len(f.Minimal); n > 1 {
		all = append(all, fmt.Sprintf("%d minimal states satisfy it; "+
			"this is the one that the recorded run comes to first", n))
	}
	if f.Note != "" {
		all = append(all, f.Note)
	}
	return all
}
