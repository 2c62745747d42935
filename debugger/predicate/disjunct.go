package predicate

// Disjuncts are the texts of the predicates that are joined by or in one, in order; the text
// itself if there is no or outside of brackets. The text is one that Run.Predicate takes.
func Disjuncts(text string) []string {
	n, err := parse(text)
	if err != nil || n.op != or {
		return []string{text}
	}
	var all []string
	for _, k := range n.kids {
		all = append(all, text[k.at:k.to])
	}
	return all
}
