package diagram

// Advice is what somebody can do who wants to see what a picture does not show.
type Advice uint8

// The advice that there is.
const (
	AnotherWindow Advice = iota // choose other events
	EveryRow                    // fold nothing
	MoreRoom                    // have a wider text, or a picture
)

// Words say how advice is followed: each face of machsim has its own. Where there are none,
// nothing is said.
type Words map[Advice]string

// of are the words of advice, as the end of a sentence.
func (w Words) of(a Advice) string {
	if w[a] == "" {
		return ""
	}
	return "; " + w[a]
}
