package rows

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/ipc"
	"machsim/kernel"
)

// Named is an object with the names that find it.
type Named struct {
	ID      uint32
	Name    string // as printed, unique among its kind
	Virtual string // its creator, and its number there (Krawczuk 5.1.5)
}

// All lists the objects of a kind, in the order of their ids. Ports that the kernel itself uses come with the others.
func All(st *kernel.State, k kernel.ObjectKind) []Named {
	var all []Named
	seen := map[string]int{}
	for _, id := range ids(st, k) {
		n := Named{id, shown(st, k, id), virtual(st, k, id)}
		if seen[n.Name]++; seen[n.Name] > 1 { // the kernel's own, or ports that have died
			n.Name = fmt.Sprintf("%s #%d", n.Name, seen[n.Name])
		}
		all = append(all, n)
	}
	return all
}

// ids returns the ids of all objects of a kind.
func ids(st *kernel.State, k kernel.ObjectKind) []uint32 {
	all := map[kernel.ObjectKind]iter.Seq[uint32]{
		kernel.ThreadObject: st.Threads.All, kernel.TaskObject: st.Tasks.All, kernel.HostObject: st.Hosts.All,
		kernel.PortObject: st.IPC.Ports.All, kernel.SetObject: st.IPC.Sets.All, kernel.MutexObject: st.Mutexes.All,
		kernel.ConditionObject: st.Conditions.All,
	}[k]
	if all == nil {
		return nil
	}
	return slices.Collect(all)
}

// shown returns the name of an object without its kind; for the local end of a port, with the host.
func shown(st *kernel.State, k kernel.ObjectKind, id uint32) string {
	if k == kernel.PortObject {
		return portShown(st, id)
	}
	return st.NameOf(kernel.Object{Kind: k, ID: id})
}

func portShown(st *kernel.State, id uint32) string {
	p := st.IPC.Ports.At(id)
	switch {
	case p.Kind == kernel.KindProxy:
		return st.PortName(ipc.PortID(id)) + " on " + st.HostName(kernel.HostID(p.Host))
	case p.Kind == kernel.KindMinder && st.IPC.Ports.Has(p.Object) && st.IPC.Ports.At(p.Object).Kind == kernel.KindProxy:
		return "minder of " + portShown(st, p.Object)
	}
	return st.PortName(ipc.PortID(id))
}

// virtual names an object after its creator; an object without a creator has its printed name.
func virtual(st *kernel.State, k kernel.ObjectKind, id uint32) string {
	if k != kernel.HostObject {
		if made, ok := st.StableOf(kernel.Object{Kind: k, ID: id}); ok {
			return st.VirtualName(made)
		}
	}
	return shown(st, k, id)
}

// Find returns the object of a kind with a typed name: its own name, its virtual one, or a part of
// its own name that no other has.
func Find(st *kernel.State, k kernel.ObjectKind, typed string) (Named, error) {
	return Choose(k.String(), All(st, k), typed)
}

// Choose returns the object with a typed name. The first rule that matches exactly one object
// decides.
func Choose(kind string, all []Named, typed string) (Named, error) {
	if typed == "" {
		return Named{}, fmt.Errorf("which %s? There are %s", kind, List(all, " and "))
	}
	lower := strings.ToLower(typed)
	for _, fits := range []func(n Named) bool{
		func(n Named) bool { return n.Name == typed },
		func(n Named) bool { return n.Virtual == typed },
		func(n Named) bool { return strings.ToLower(n.Name) == lower },
		func(n Named) bool { return strings.ToLower(kernel.BaseOf(n.Name)) == lower },
		func(n Named) bool { return strings.HasSuffix(strings.ToLower(kernel.BaseOf(n.Name)), "."+lower) },
		func(n Named) bool { return strings.HasPrefix(strings.ToLower(n.Name), lower+".") },
		func(n Named) bool { return strings.HasPrefix(strings.ToLower(n.Name), lower) },
		func(n Named) bool { return strings.Contains(strings.ToLower(n.Name), lower) },
	} {
		found := text.Those(all, fits)
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return Named{}, Ambiguous(fmt.Sprintf("%q may be %s; type more of the name", typed, List(found, " or ")))
		}
	}
	return Named{}, none(kind, all, typed)
}

// Ambiguous is a name that matches several objects.
type Ambiguous string

func (a Ambiguous) Error() string { return string(a) }

// maxListed is the number of names that a sentence lists.
const maxListed = 8

// List is a sentence's list of the first few of some names, with a word before the last.
func List(all []Named, or string) string {
	var names []string
	for i, n := range all {
		if i == maxListed {
			names = append(names, fmt.Sprintf("%d more", len(all)-i))
			break
		}
		names = append(names, n.Name)
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + or + names[last]
}

// none reports that no object has a name.
func none(kind string, all []Named, typed string) error {
	if len(all) == 0 {
		return fmt.Errorf("there is no %s %q: there is no %s at all here", kind, typed, kind)
	}
	names := text.Each(all, func(n Named) string { return n.Name })
	if near := text.DidYouMean(typed, names); near != "" {
		return fmt.Errorf("there is no %s %q%s", kind, typed, near)
	}
	return fmt.Errorf("there is no %s %q here; there are %s", kind, typed, List(all, " and "))
}
