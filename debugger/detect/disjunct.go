package detect

import "machsim/debugger/lang"

// Disjuncts are the texts of the predicates that are joined by or in one, in order; the text
// itself if there is no or outside of brackets. The text is one that Run.Predicate takes.
func Disjuncts(text string) []string {
	n, err := lang.Parse(text)
	if err != nil || n.Op != lang.Or {
		return []string{text}
	}
	var all []string
	for _, k := range n.Kids {
		all = append(all, text[k.At:k.To])
	}
	return all
}
