package diagram

// Advice is a way to see what a picture does not show.
type Advice uint8

// The advice that there is.
const (
	AnotherWindow Advice = iota // choose other events
	EveryRow                    // fold nothing
	MoreRoom                    // have a wider text, or a picture
)

// Words say how to follow each advice, because every front end has its own commands. An advice
// without words is not mentioned.
type Words map[Advice]string

// of returns the words of an advice, as the end of a sentence.
func (w Words) of(a Advice) string {
	if w[a] == "" {
		return ""
	}
	return "; " + w[a]
}
