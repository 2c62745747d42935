package detect

import (
	"machsim/debugger/event/text"
	"machsim/debugger/lang"
)

// Disjuncts splits the text of a predicate at each or outside of brackets. Without one it returns the
// text itself. The text is one that Run.Predicate takes.
func Disjuncts(predicate string) []string {
	n, err := lang.Parse(predicate)
	if err != nil || n.Op != lang.Or {
		return []string{predicate}
	}
	return text.Each(n.Kids, func(k *lang.Node) string { return predicate[k.At:k.To] })
}
