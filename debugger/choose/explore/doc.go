// Package explore makes every run of a program once that differs from the others in the order of events that matter to
// each other: optimal dynamic partial-order reduction with wakeup trees, of Abdulla, Aronis, Jonsson and Sagonas (POPL
// 2014, JACM 2017).
//
//	s := explore.NewSearch()
//	for l := s.Begin(); l != nil; l = s.Begin() {
//		m, err := kernel.New(program, kernel.Config{Door: l, Tracer: kernel.Tracer{Log: l},
//			StepTime: kernel.Timeless, Survive: true})
//		...
//		m.Run()
//		s.End()
//		m.Close()
//	}
//
// Two events of different threads affect each other if they use the same thing, and one of them changes it. Runs in
// which all such pairs come in the same order are a class: they differ in nothing that a thread can see. A Search makes
// one run of each class, and none besides. So when it ends, all that the program can do has been seen.
//
// # What is a class
//
// Orders are told apart by what comes of them. A call that would only wait is not chosen while another thread can do
// more: it is made when it can be completed. So a mutex that n threads lock once has n! classes, whatever the order in
// which they queued for it. All runs are ordinary runs of the kernel, made by a Door.
//
// What an event uses is found before it is taken (package touch), from the call and not from its result, under names
// that are the same in all schedules. What no rule is known for uses everything, and comes in every order with all
// others: there may be more classes than necessary then, but none is missed. For calls on rights there is no rule by
// the call: what these use is tried on a copy of the state (touch/trial.go). What makes an event possible comes before
// it in every run, and is no pair to be reversed: the unlock before a lock, the send of a message before its receipt,
// whatever wakes a thread.
//
// Go variables that threads share are no things of the kernel. Under a lock they need not be: the lock is. In a
// preempted run (kernel.Config.Preempt) each access is a step, and the variable is what it uses (touch/access.go,
// touch/variable.go). Otherwise the accesses of a program with hooks belong to the step before them, as do its looks at
// rights and names beside its calls, which need no hooks (heard.go).
//
// Runs are to be made with kernel.Timeless: steps take no time, and a timer fires when nobody can do more than wait,
// the earliest first. That is a pause: what was before comes before it, what follows comes after it. What would come
// of a timer that fires while others can go is not seen (Search.Timed), unless with Search.FreeTimers. Waits
// that others end otherwise than by what they are for, stop or look at are steps. So are those for messages behind
// which a receiver uses what others change (heard.go), and those that have begun by the time that passes, where another
// would come before them (stood.go). Which these are a Search finds out as it goes, and begins anew (Search.restart).
// Faults between two steps are actors of their own (touch/fault.go).
//
// # How a run leads to the next
//
// The present run is a list of places, one for each event. A place has a tree of what is to be run there still, and the
// steps that sleep: their runs have all been made. When a run is taken in ([Search.End], or Turn), its events get
// clocks (order.go); each race of a new event is turned round: what does not come after its first event, and then the
// second (sequence.go). That is a run to be made at the place of the first event, unless it begins with a step that
// sleeps there, or the tree has it already (tree.go). Then the last places with nothing left to be run are given up.
//
// # How many there will be
//
// [Descents] are runs at random that estimate the number of classes, each for itself (descent.go). They know nothing of
// a Search, and change nothing of it.
//
// # What is serialised
//
// A Search takes its runs in one after the other, for what a run shows decides which are made next. Its methods are
// called one at a time. What happens in a run is a function of what it follows alone, so others may make runs ahead of
// their turn, in goroutines of their own: [Search.Take], Ended and Cancel, Turn. All runs of a Search number names
// together, under a lock. So the runs, their order and all that is reported are the same for any number of workers.
//
// A [Listener] belongs to one run. It reads the run's State, so End is called before that is gone. Of a run that was
// given up, whose code may come back, [Search.Left] is told, or Ended: nothing that it notes from then on is heard.
//
// # What may be missing
//
// Begin returns nil when there are no more runs; Take returns nil also when there is none for now. There are no errors.
// A run that did not follow its path, because the program is not deterministic, is counted (Search.Lost), and so is
// what else the search has left out; [Gaps] says it all. Bounds may be nil, for none.
package explore
