package breakpoint

import (
	"maps"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/kernel"
)

// named is an object and its names.
type named struct {
	id      uint32
	name    string // as it is printed
	virtual string // named after its creator; "" if it has none
	sort    string // "port", "mutex", ...
}

// objects returns all objects of a sort in the run.
func (r *Run) objects(sort string) (all []named, err error) {
	s := r.t.End
	add := func(kind kernel.ObjectKind, ids func(func(uint32) bool)) {
		for id := range ids {
			o := kernel.Object{Kind: kind, ID: id}
			made, _ := s.StableOf(o)
			all = append(all, named{id: id, name: s.NameOf(o), virtual: s.VirtualName(made), sort: sort})
		}
	}
	switch sort {
	case "thread":
		add(kernel.ThreadObject, s.Threads.All)
	case "task":
		add(kernel.TaskObject, s.Tasks.All)
	case "mutex":
		add(kernel.MutexObject, s.Mutexes.All)
	case "condition":
		add(kernel.ConditionObject, s.Conditions.All)
	default:
		return r.portsOf(sort)
	}
	return all, nil
}

// portsOf returns the ports, or the port sets.
func (r *Run) portsOf(sort string) (all []named, err error) {
	v, err := r.surveyed()
	if err != nil {
		return nil, err
	}
	return text.Those(v.ports.all, func(n named) bool { return n.sort == sort }), nil
}

// find returns the objects that a word names: that of that name, or one of each sort; else the object with that virtual
// name; else the only object whose name contains the word.
func (s spec) find(w lang.Word, sorts []string, all []named) (found []named, err error) {
	for _, by := range []func(n *named) bool{
		func(n *named) bool { return n.name == w.Text },
		func(n *named) bool { return n.virtual == w.Text },
	} {
		for i := range all {
			if by(&all[i]) {
				found = append(found, all[i])
			}
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return s.part(w, sorts, all)
}

// maxListed is how many names are listed to choose from.
const maxListed = 8

// part finds the one name that contains a word. Whole words of a name win over other parts: table.1
// means table.1 and not table.12.
func (s spec) part(w lang.Word, sorts []string, all []named) (found []named, err error) {
	typed := strings.ToLower(w.Text)
	var whole, parts []named
	for _, n := range all {
		name := strings.ToLower(n.name)
		if base := strings.ToLower(kernel.BaseOf(n.name)); base == typed || strings.HasSuffix(base, "."+typed) ||
			strings.HasPrefix(name, typed+".") {
			whole = append(whole, n)
		}
		if typed != "" && strings.Contains(name, typed) {
			parts = append(parts, n)
		}
	}
	if len(whole) == 0 {
		whole = parts
	}
	switch names := slices.Compact(slices.Sorted(slices.Values(namesOf(whole)))); {
	case len(names) == 1:
		return whole, nil
	case len(names) > maxListed:
		return nil, s.mistake(w.At, "%q is a part of %d names: %s and others", w.Text, len(names),
			strings.Join(asTyped(names[:maxListed]), ", "))
	case len(names) > 1:
		return nil, s.mistake(w.At, "%q is a part of several names: %s", w.Text, text.Either(asTyped(names)))
	}
	return nil, s.absent(w.At, "this run has no %s %s; %s", strings.Join(sorts, " or "), w.Text,
		text.Offer(w.Text, namesOf(all), text.Either(plural(sorts))))
}

func namesOf(all []named) (names []string) {
	return text.Each(all, func(n named) string { return n.name })
}

// asTyped are names as they have to be typed.
func asTyped(names []string) (all []string) {
	return text.Each(names, lang.NameText)
}

// plurals lists the sorts whose plural is not formed with an s.
var plurals = map[string]string{"mutex": "mutexes"}

func plural(sorts []string) (all []string) {
	for _, s := range sorts {
		if p := plurals[s]; p != "" {
			s = p
		} else {
			s += "s"
		}
		all = append(all, s)
	}
	return all
}

// wanted returns the ids of the objects that a place names, nil if it names none.
func (r *Run) wanted(s spec) (map[uint32]bool, error) {
	if s.Object.Text == "" {
		return nil, nil
	}
	sorts := lang.Kinds[s.Kind].Objects
	if s.Sort != "" {
		sorts = []string{s.Sort}
	}
	found, err := r.lookUp(s, s.Object, sorts)
	if err != nil {
		return nil, err
	}
	ids := map[uint32]bool{}
	for _, n := range found {
		ids[n.id] = true
	}
	return ids, nil
}

// lookUp finds the objects of some sorts that a word names.
func (r *Run) lookUp(s spec, w lang.Word, sorts []string) ([]named, error) {
	var all []named
	for _, sort := range sorts {
		o, err := r.objects(sort)
		if err != nil {
			return nil, err
		}
		all = append(all, o...)
	}
	return s.find(w, sorts, all)
}

// Doers returns the threads that a place names, in the order of their lanes; nil if any thread will do. The errors
// are those of Match.
func (r *Run) Doers(place *lang.Place) (ids []kernel.ThreadID, err error) {
	lanes, err := r.doers(spec{place})
	for _, lane := range slices.Sorted(maps.Keys(lanes)) {
		ids = append(ids, r.t.Lanes[lane].Thread)
	}
	return ids, err
}

// doers returns the lanes of the threads that a place names; nil if any thread will do.
func (r *Run) doers(s spec) (map[int]bool, error) {
	if s.By.Text == "" {
		return nil, nil
	}
	if lanes, ok, err := r.among(s); ok {
		return lanes, err
	}
	sorts := []string{"thread", "task"}
	if s.Who != "" {
		sorts = []string{s.Who}
	}
	found, err := r.lookUp(s, s.By, sorts)
	if err != nil {
		return nil, err
	}
	lanes := map[int]bool{}
	for lane := range r.t.Lanes {
		for _, n := range found {
			if th := r.thread(lane); th != nil && (n.sort == "thread" && n.id == uint32(r.t.Lanes[lane].Thread) ||
				n.sort == "task" && n.id == uint32(th.Task)) {
				lanes[lane] = true
			}
		}
	}
	return lanes, nil
}

// among returns the lanes of the threads of a set, if it is one that a place names.
func (r *Run) among(s spec) (lanes map[int]bool, ok bool, err error) {
	if r.Set == nil || s.Who != "" {
		return nil, false, nil
	}
	ids, ok, err := r.Set(s.By.Text)
	if err != nil {
		return nil, ok, s.absent(s.By.At, "%v", err)
	}
	lanes = map[int]bool{}
	for _, id := range ids {
		if lane := r.t.LaneOf(id); lane >= 0 {
			lanes[lane] = true
		}
	}
	return lanes, ok, nil
}
