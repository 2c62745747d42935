package lang

// reservation says where a word has a meaning of its own: what goes by such a name has to be put in
// quotes there.
type reservation uint8

const (
	inValues reservation = 1 << iota // in place of the name of a thread, a variable or a family
	inPlaces                         // in place of the name of an object, a label, a thread or a task
)

// reserved are the words that have a meaning of their own. Words that have one only before or after
// certain others, such as sum before of, are none.
var reserved = map[string]reservation{
	"and": inValues | inPlaces, "or": inValues, "not": inValues,
	"of": inValues | inPlaces, "by": inValues | inPlaces, "different": inValues,
	"after": inPlaces, "in": inPlaces, "count": inPlaces, "every": inPlaces, "if": inPlaces,
	"port": inPlaces, "set": inPlaces, "mutex": inPlaces, "condition": inPlaces, "thread": inPlaces, "task": inPlaces,
	"since": inPlaces, "until": inPlaces, "implies": inPlaces, "leads": inPlaces, "is": inPlaces,
	"within": inPlaces, "without": inPlaces, "with": inPlaces,
	"to": inPlaces, "from": inPlaces, "at": inPlaces, "for": inPlaces, "id": inPlaces, "item": inPlaces,
}

// numerals are the words for how many different ones.
var numerals = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5}

// aggregates are the words for a value that is made of many.
var aggregates = []string{"sum", "count", "min", "max"}

// callables are the functions that there are: Go's, and sum.
var callables = []string{"len", "cap", "min", "max", "sum"}

// comparisons are the signs that compare; ~ says that a text contains another.
var comparisons = []string{"==", "!=", "<=", ">=", "=", "<", ">", "~"}

// blocked is the word before a place at which a thread has to wait.
const blocked = "blocked"
