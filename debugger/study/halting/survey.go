package halting

import (
	"math/rand/v2"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Surveyed is what came of halting runs of a program that went on.
type Surveyed struct {
	Program string
	Runs    int
	Halts   int    // that began in these
	Told    int    // runs in which the program could tell
	Seed    uint64 // of the first of those
	First   string // what differed there, in words
}

// maxStops is how many halts a surveyed run has at most, and surveyedEvents how many of its events are looked at.
const (
	maxStops       = 3
	surveyedEvents = 20_000
)

// Survey halts runs of a program, with seeds from one on, at random places, up to three times, each for up to the time
// that o says.
func Survey(p *kernel.Program, seed uint64, runs int, o GoOnOptions) (*Surveyed, error) {
	x := &Surveyed{Program: p.Name}
	for k := range uint64(runs) {
		if err := x.one(p, seed+k, o); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// one halts one run.
func (x *Surveyed) one(p *kernel.Program, seed uint64, o GoOnOptions) error {
	ro := runner.New(p, seed)
	ro.Within(o.LoopLimit)
	ro.MaxSteps, ro.Stop = surveyedEvents, o.Stop
	run, file := runner.InMemory(ro)
	run.Close()
	if run.Err != nil {
		return run.Err
	}
	rec, err := record.Read(file)
	if err != nil {
		return err
	}
	s, err := session.Open(p, rec, session.Options{Stop: o.Stop})
	if err != nil {
		return err
	}
	defer s.Close()
	rng := rand.New(rand.NewPCG(seed, 0))
	stops := atRandom(s, rng)
	o.For = rng.Int64N(o.For) + 1
	went, err := GoOn(s, stops, o)
	if err != nil {
		return err
	}
	went.Run.Close()
	x.Runs++
	x.Halts += len(stops)
	if went.First != nil {
		if x.Told++; x.Told == 1 {
			x.Seed, x.First = seed, went.First.Text
		}
	}
	return nil
}

// atRandom picks where a run is halted.
func atRandom(s *session.Session, rng *rand.Rand) (all []Stop) {
	var hosts []kernel.HostID
	for id := range s.Final().Hosts.All {
		if !s.Final().Hosts.At(id).Shared {
			hosts = append(hosts, kernel.HostID(id))
		}
	}
	at := rng.IntN(s.Len() + 1)
	for len(hosts) > 0 && at <= s.Len() && len(all) < maxStops {
		all = append(all, Stop{After: at, Host: hosts[rng.IntN(len(hosts))]})
		at += 1 + rng.IntN(s.Len()+1)
	}
	return all
}
