package harness

import "machsim/kernel"

// mode is how it goes with a replica.
type mode int

const (
	up    mode = iota
	alone      // all wires to other replicas are cut; clients still reach it
	down       // its host has crashed
)

// weather is what befalls the replicas. It comes when a time is over, or at a report: then messages are on their way.
type weather struct {
	left   int             // how often it changes yet
	next   kernel.Duration // when it changes, at the latest
	at     bool            // it may change with a report already
	modes  []mode
	leader int // who has led last
	lonely int // who is away, in the scene of amnesia
}

// scenes are kinds of weather.
const (
	mixed   = iota // anything, to anybody
	fickle         // who leads is cut off as soon as it has an entry of its own, and who was before comes back
	amnesia        // who has just voted or stored crashes; the leader is gone, and somebody comes who knew nothing
	scenes
)

// pause is when the weather changes next.
func (x *court) pause() kernel.Duration {
	pauses := []kernel.Duration{5, 30, 150, 600}
	x.at = x.th.Random(2) == 0
	return x.th.Clock() + pauses[x.th.Random(len(pauses))]*kernel.Millisecond
}

// soon is how long until it does; long if it does not.
func (x *court) soon() kernel.Duration {
	if x.left == 0 {
		return 100 * hour
	}
	return x.next - x.th.Clock()
}

// reported may have the weather change with what a replica has reported.
func (x *court) reported(by int, own bool) {
	switch {
	case x.left == 0 || len(x.leaders) == 0:
	case x.scene == fickle && by == x.leader && own && x.th.Random(2) == 0,
		x.scene == amnesia && x.modes[x.leader] == up && x.th.Random(3) == 0,
		x.scene == mixed && x.at && x.next-x.th.Clock() < 150*kernel.Millisecond:
		x.change(by)
	}
}

// change is a change of the weather. The last one is that all is well.
func (x *court) change(by int) {
	x.next = x.pause()
	if x.left--; x.left == 0 {
		x.mend(-1)
		return
	}
	switch x.scene {
	case mixed:
		x.mix(by)
	case fickle:
		x.next = x.th.Clock() + kernel.Second
		x.mend(x.leader)
		x.hit(x.leader)
	case amnesia:
		x.forget()
	}
}

// mix has something go wrong, or right, or both at once.
func (x *court) mix(by int) {
	target := by
	if x.th.Random(2) == 0 {
		target = x.leader
	}
	switch x.th.Random(6) {
	case 0, 1:
		x.hit(target)
	case 2:
		x.mend(-1)
	case 3, 4:
		x.mend(target)
		x.hit(target)
	case 5:
		for i := range x.n {
			x.hit(i)
		}
		x.mend(-1)
	}
}

// forget is a scene: one who was away comes back when another one has crashed, and who leads is away. Who was down has
// stood for no election meanwhile: so a leader that comes back stands in the very term in which it was followed.
func (x *court) forget() {
	back := x.lonely
	x.lonely = x.th.Random(x.n)
	if x.modes[back] != up && back != x.leader {
		for i := range x.n {
			if i != back && i != x.leader {
				x.fall(i)
			}
		}
		x.th.Sleep(kernel.Duration(x.th.Random(3)) * kernel.Millisecond)
		x.lonely = x.leader
	}
	x.hit(x.lonely)
	x.mend(x.lonely)
	x.next = x.th.Clock() + kernel.Second
}

// hit cuts a replica off, or has its host crash.
func (x *court) hit(i int) {
	if x.crash && x.th.Random(3) > 0 {
		x.fall(i)
	} else {
		x.cut(i)
	}
}

// fall has the host of a replica crash.
func (x *court) fall(i int) {
	if x.modes[i] == up {
		x.modes[i] = down
		kernel.Must(x.th.CrashHost(replicaName(i)))
	}
}

// cut cuts a replica off.
func (x *court) cut(i int) {
	if x.modes[i] != up {
		return
	}
	x.modes[i] = alone
	for j := range x.n {
		if j != i {
			x.th.CutWire(replicaName(i), replicaName(j))
		}
	}
}

// mend has all be well but one.
func (x *court) mend(but int) {
	for i := range x.n {
		switch {
		case i == but:
		case x.modes[i] == down:
			x.modes[i] = up
			x.restart(i)
		case x.modes[i] == alone:
			x.modes[i] = up
			x.heal(i)
		}
	}
}

// heal mends the wires of a replica to all that are not alone.
func (x *court) heal(i int) {
	for j := range x.n {
		if j != i && x.modes[j] != alone {
			x.th.HealWire(replicaName(i), replicaName(j))
		}
	}
}

// restart starts a host again, and its replica there, which is told where the court is.
func (x *court) restart(i int) {
	kernel.Must(x.th.RestartHost(replicaName(i)))
	c := x.cluster
	task := kernel.Must(x.th.Spawn(replicaName(i), replicaName(i), func(th *kernel.Thread) {
		(&host{cluster: c, me: i}).again(th)
	}))
	kernel.Must(x.th.Mach().TaskSetSpecialPort(task, kernel.SpecialBootstrap, x.port))
}
