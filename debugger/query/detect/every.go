package detect

import (
	"maps"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/temporal"
)

// leadsTo binds both sides of a LeadsTo.
func (x *timeBinder) leadsTo(f *temporal.Formula, n *lang.Node) error {
	first := n.Kids[0]
	if k := first; k.Any((*lang.Node).IsOfFuture) {
		return x.Mistake(k.At, "what leads to something cannot look ahead itself")
	}
	trigger, err := x.operand(first)
	if err != nil {
		return err
	}
	around, names := x.trigger, x.names
	defer func() { x.trigger, x.names = around, names }()
	if bindsHere(n) {
		if first.Op != lang.AtPlace && first.Op != lang.Quantified || x.IsOfStatements(first) {
			return x.Mistake(first.At, "only an event can have names for what it has: every send leads to ...")
		}
		if err := x.bindNames(first); err != nil {
			return err
		}
		x.trigger, f.Binds = x.a.leaves[len(x.a.leaves)-1], true
	}
	answer, err := x.operand(n.Kids[1])
	f.Kids = []*temporal.Formula{trigger, answer}
	return err
}

// bindNames notes which columns of the trigger have which names.
func (x *timeBinder) bindNames(n *lang.Node) error {
	if n.Op == lang.Quantified {
		n = n.Kids[0]
	}
	if n.Place == nil || n.Place.Same {
		return x.Mistake(n.At, "the same is the message of the event before leads to, and this is that event")
	}
	x.names = map[string]int{}
	for i, w := range n.Place.With {
		if _, twice := x.names[w.Name.Text]; twice {
			return x.Mistake(w.Name.At, "%s is given twice", w.Name.Text)
		}
		x.names[w.Name.Text] = i
	}
	return nil
}

// event binds the events of a place.
func (x *timeBinder) event(n *lang.Node) (*temporal.Formula, error) {
	if x.IsOfStatements(n) {
		if bindsHere(n) {
			return nil, x.Mistake(n.At, "a statement is no event, and has nothing to give a name to")
		}
		return x.condition(n)
	}
	l := &leaf{by: -1}
	if n.Op == lang.AtPlace {
		l.with = n.Place.With
	}
	if x.trigger != nil {
		bound, err := x.bound(l, n)
		if err != nil {
			return nil, err
		}
		n = bound
	}
	var err error
	if l.happened, err = x.Happenings(n); err != nil {
		return nil, err
	}
	return x.leaf(l), nil
}

// bound notes what an event has to have in common with the trigger, and returns the place without that.
func (x *timeBinder) bound(l *leaf, n *lang.Node) (*lang.Node, error) {
	if n.Op != lang.AtPlace {
		return n, nil
	}
	l.same = n.Place.Same
	for i, w := range n.Place.With {
		column, known := x.names[w.Name.Text]
		if !known {
			return nil, x.Mistake(w.Name.At, "nothing before leads to is called %s; %s", w.Name.Text,
				text.Offer(w.Name.Text, slices.Sorted(maps.Keys(x.names)), "names"))
		}
		if theirs := x.attributes(column); theirs != w.Attribute && (sortOf[theirs] != "" || sortOf[w.Attribute] != "") {
			return nil, x.Mistake(w.Name.At, "%s is the %s of the event before leads to, and no %s",
				w.Name.Text, theirs, w.Attribute)
		}
		l.equal = append(l.equal, [2]int{i, column})
	}
	if column, known := x.names[n.Place.By.Text]; known {
		if x.attributes(column) != "thread" {
			return nil, x.Mistake(n.Place.By.At, "%s is no thread; say with thread %s before leads to",
				n.Place.By.Text, n.Place.By.Text)
		}
		l.by = column
		place, node := *n.Place, *n
		place.By, place.Who, node.Place = lang.Word{}, "", &place
		n = &node
	}
	if l.same || l.equal != nil || l.by >= 0 {
		l.trigger = x.trigger
	}
	return n, nil
}

// sortOf has the attributes that can be compared with nothing but themselves.
var sortOf = map[string]string{"thread": "thread", "task": "task", "host": "host", "object": "object"}

// attributes is the attribute in a column of the trigger.
func (x *timeBinder) attributes(column int) string { return x.trigger.with[column].Attribute }
