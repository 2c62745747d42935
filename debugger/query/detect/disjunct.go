package detect

import "machsim/debugger/lang"

// Disjuncts splits the text of a predicate at each or outside of brackets. Without one it returns the
// text itself. The text is one that Run.Predicate takes.
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
