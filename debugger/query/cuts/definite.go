package cuts

import "machsim/debugger/query/predicate"

// DefiniteSpans finds spans, one for each condition of a conjunction, that overlap pairwise: each
// began before any of the others ended. Then all conditions hold at some time in every order of the
// run (Garg and Waldecker's strong conjunctive predicates). It returns nil if there are none.
func DefiniteSpans(r *Run, conjunction []*predicate.Atom) []predicate.Span {
	spans := make([][]predicate.Span, len(conjunction))
	at, changed := make([]int, len(conjunction)), make([]int, len(conjunction))
	for k, l := range conjunction {
		spans[k] = Merged(l.Spans)
		if changed[k] = k; len(spans[k]) == 0 {
			return nil
		}
	}
	for len(changed) > 0 {
		r.Tick()
		k := changed[len(changed)-1]
		changed = changed[:len(changed)-1]
		for i := range conjunction {
			if i == k {
				continue
			}
			loser := k
			switch r.compareSpans(spans[k][at[k]], spans[i][at[i]]) {
			case 0:
				continue
			case 1:
				loser = i
			}
			if at[loser]++; at[loser] == len(spans[loser]) {
				return nil
			}
			changed = append(changed, loser)
			if loser == k {
				break
			}
		}
	}
	all := make([]predicate.Span, len(conjunction))
	for k := range conjunction {
		all[k] = spans[k][at[k]]
	}
	return all
}

// Merged joins spans where one begins at the end of another.
func Merged(spans []predicate.Span) (all []predicate.Span) {
	all = make([]predicate.Span, 0, len(spans)) // few are joined
	for _, s := range spans {
		if n := len(all) - 1; n >= 0 && all[n].Hi == s.Lo {
			all[n].Hi = s.Hi
			continue
		}
		all = append(all, s)
	}
	return all
}

// compareSpans compares spans of two conditions. It returns 0 if they overlap in every order of the run.
// Otherwise one may end before the other begins, and before all later ones too, so it cannot be part of
// a solution: -1 if that is the first span, 1 if it is the second.
func (r *Run) compareSpans(a, b predicate.Span) int {
	switch {
	case !predicate.Precedes(r.Graph, a.Lo, b.Hi):
		return 1
	case !predicate.Precedes(r.Graph, b.Lo, a.Hi):
		return -1
	}
	return 0
}
