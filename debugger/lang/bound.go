package lang

import "strconv"

// Bound gives a name to what an event has, or says that it has what an event before it has that the name is of.
type Bound struct {
	Attribute string // thread, task, host, object, id, type, item, or the name of a field of the message
	At        int
	N         int // of an item, from 1
	Name      Word
}

// attribute formats what a name is of.
func (b *Bound) attribute() string {
	if b.Attribute == "item" {
		return "item " + strconv.Itoa(b.N)
	}
	return b.Attribute
}

// ofTheSame is what says that a message is the one that was sent.
const ofTheSame = "of the same"

// same parses of the same, after the word of a place that has a message.
func (p *parser) same(s *Place) {
	t := p.peek()
	if p.every == 0 || !Kinds[s.Kind].Content || !t.is("of") || !p.after(1).is("the") || !p.after(2).is("same") {
		return
	}
	for range 3 {
		p.take()
	}
	s.Same = true
}

// with parses names for what an event has.
func (p *parser) with(s *Place) error {
	if p.every == 0 || !p.peek().is("with") {
		return nil
	}
	for next := true; next; next = p.bindsMore() {
		p.take()
		b, err := p.bound()
		if err != nil {
			return err
		}
		s.With = append(s.With, b)
	}
	return nil
}

// bindsMore says whether another name follows after and, or after a comma.
func (p *parser) bindsMore() bool {
	t := p.peek()
	if !t.is("and") && (p.listed || !t.is(",")) {
		return false
	}
	attribute := p.after(1)
	name := p.after(2)
	if attribute.is("item") {
		name = p.after(3)
	}
	return attribute.sort == word && name.sort == word && !endsPlace(name) && prefixes[attribute.text] == 0 &&
		attribute.text != "not" && !isKind(attribute.text) && attribute.text != "after" && attribute.text != blocked
}

func (p *parser) bound() (b Bound, err error) {
	t := p.take()
	if t.sort != word || endsPlace(t) {
		return b, p.wrong(t, "thread, task, host, object, id, type, item and its number, or a field of the message,")
	}
	b.Attribute, b.At = t.text, t.at
	if t.text == "item" {
		n := p.take()
		if b.N, err = strconv.Atoi(n.text); err != nil || b.N < 1 {
			return b, p.wrong(n, "the number of an item, from 1 on,")
		}
	}
	name := p.peek()
	if name.sort != word || endsPlace(name) || reserved[name.text]&inPlaces != 0 {
		return b, p.wrong(name, "a name for it")
	}
	p.take()
	b.Name = Word{name.text, name.at}
	return b, nil
}
