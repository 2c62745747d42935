package question

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/test/lab/verdict"
)

// kind is how answers to a sort of question are checked.
type kind struct {
	name    string
	example string // of an answer
	file    bool   // a recording belongs to the answer
	with    []string
	has     func(ctx context.Context, o *Own, q *lab.Question) (bool, error)
	check   func(ctx context.Context, c *asked) (wrong string, err error)
}

// kinds are all of them.
var kinds = []kind{
	{"certain", "240", true, nil, fails, checkCertain},
	{"lost-update", "206 217 225", false, []string{"read", "write", "key"}, hasLostUpdate, checkLostUpdate},
	{"last-writer", "366", false, []string{"variable", "read"}, hasWriter, checkWriter},
	{"cut", "teller1.1=5&teller2.1=3", false, []string{"predicate"}, hasCut, checkCut},
	{"cycle", "17 25 31", false, nil, hasCycle, checkCycle},
	{"fewest", "the number of its switches, such as 6", true, nil, fails, checkFewest},
	{"loss", "157", false, nil, hasLoss, checkLoss},
	{"twice", "122 155", false, nil, hasTwice, checkTwice},
	{"chain", "795 801 807", false, nil, hasChain, checkChain},
	{"reach", "items=3 size=1", false, []string{"goal"}, hasGoal, checkReach},
	{"expose", "items=3 size=1", false, nil, fails, checkExpose},
}

// asked is a question with an answer.
type asked struct {
	*lab.Question
	own    *Own
	answer string
	handed []byte // the recording that belongs to it; nil for none
}

// words are those of an answer that has several: there are spaces between them, or commas.
func (c *asked) words() []string { return strings.Fields(strings.ReplaceAll(c.answer, ",", " ")) }

// kindOf is the kind of a question, nil if there is none of the name.
func kindOf(q *lab.Question) *kind {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == q.Kind })
	if i < 0 {
		return nil
	}
	return &kinds[i]
}

// Example is how an answer looks.
func Example(q *lab.Question) string { return kindOf(q).example }

// Sound says what is wrong with the questions of a lab, and with its run.
func Sound(l *lab.Lab) error {
	if userprog.HookedSample(l.Run.Program) == nil {
		return &lab.Mistake{Text: fmt.Sprintf("lab.json of %s asks about a run of %q, and there is no such sample program",
			l.Name, l.Run.Program)}
	}
	for i := range l.Questions {
		q := &l.Questions[i]
		k := kindOf(q)
		switch {
		case k == nil:
			return &lab.Mistake{Text: fmt.Sprintf("lab.json of %s: the question %s is of the kind %q; there are %s", l.Name,
				q.Name, q.Kind, strings.Join(kindNames(), ", "))}
		case !slices.Equal(slices.Sorted(maps.Keys(q.With)), slices.Sorted(slices.Values(k.with))):
			return &lab.Mistake{Text: fmt.Sprintf("lab.json of %s: with of the question %s has to have %q", l.Name, q.Name,
				k.with)}
		case q.Name == studentField || Identity(q.Name) != "":
			return &lab.Mistake{Text: fmt.Sprintf("lab.json of %s: a question cannot be called %q", l.Name, q.Name)}
		}
	}
	return nil
}

func kindNames() (all []string) {
	for _, k := range kinds {
		all = append(all, k.name)
	}
	return all
}

// Parts are what is told of the questions before they are answered.
func Parts(l *lab.Lab) (all []verdict.About) {
	for _, q := range l.Questions {
		all = append(all, verdict.About{Name: q.Name, Points: q.Points, Property: q.Property})
	}
	return all
}

// Check says what is wrong with an answer to a question about a run, "" for nothing. handed is the recording that
// belongs to it, nil for none.
func Check(ctx context.Context, o *Own, q *lab.Question, answer string, handed []byte) (wrong string, err error) {
	if answer == "" {
		return "there is no answer", nil
	}
	if len(answer) > longest {
		return fmt.Sprintf("an answer has %d characters at most", longest), nil
	}
	return kindOf(q).check(ctx, &asked{q, o, answer, handed})
}

// longest is how long an answer may be, in bytes.
const longest = 400

// fails is true of each run that is given: it has failed, or ended well as the lab wants.
func fails(context.Context, *Own, *lab.Question) (bool, error) { return true, nil }
