package detect

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/lang/temporal"
)

// pattern binds a regular expression over the events of an object or a thread.
func (x *timeBinder) pattern(n *lang.Node) (*temporal.Formula, error) {
	m := n.Pattern
	p, err := x.regular(m, m.Root)
	if err != nil {
		return nil, err
	}
	if p.Len() > temporal.MaxEvents {
		return nil, x.Mistake(n.At, "this names more than %d events", temporal.MaxEvents)
	}
	return &temporal.Formula{Op: temporal.Match, Pattern: p}, nil
}

// regular binds a part of a regular expression.
func (x *timeBinder) regular(m *lang.Pattern, r *lang.Regular) (*temporal.Pattern, error) {
	p := &temporal.Pattern{Op: temporal.PatternOp(r.Op)}
	if r.Op == lang.Single {
		place := *r.Place
		if err := x.restrict(m, r, &place); err != nil {
			return nil, err
		}
		f, err := x.event(&lang.Node{Op: lang.AtPlace, Place: &place, At: r.At, To: r.To})
		if err != nil {
			return nil, err
		}
		p.Atom = f.Atom
		return p, nil
	}
	for _, k := range r.Kids {
		kid, err := x.regular(m, k)
		if err != nil {
			return nil, err
		}
		p.Kids = append(p.Kids, kid)
	}
	return p, nil
}

// restrict makes a place of a pattern one of the object or thread that the pattern is about.
func (x *timeBinder) restrict(m *lang.Pattern, r *lang.Regular, s *lang.Place) error {
	switch objects := lang.Kinds[s.Kind].Objects; {
	case m.Sort == "thread" || m.Sort == "task" || m.Sort == "" && (objects == nil || x.IsProcess(m.Of.Text)):
		if s.By.Text != "" {
			return x.Mistake(s.By.At, "these are the events of %s already", m.Of.Text)
		}
		s.By, s.Who = m.Of, m.Sort
	case s.Object.Text != "":
		return x.Mistake(s.Object.At, "these are the events of %s already", m.Of.Text)
	case m.Sort != "" && !slices.Contains(objects, m.Sort):
		return x.Mistake(r.At, "no %s is about a %s", s.Kind, m.Sort)
	default:
		s.Object, s.Sort = m.Of, m.Sort
	}
	return nil
}
