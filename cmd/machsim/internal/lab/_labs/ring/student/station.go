package student

import "machsim/kernel"

// Station is what a station knows at the beginning: its number, the port at which it receives, and the ports of all
// stations by their numbers, its own as well. The ports lose what comes to a host that is down.
type Station struct {
	Me   int
	In   kernel.Name
	Ring []kernel.Name
}

// Next is the number of the station behind another one.
func (s Station) Next(of int) int { return (of + 1) % len(s.Ring) }
