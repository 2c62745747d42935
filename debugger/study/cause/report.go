package cause

import "machsim/debugger/run/report"

// Report says from which event on a failure was certain, and what decided it. It is plain data.
type Report struct {
	Program string         `json:"program"`
	Seed    uint64         `json:"seed"`
	Events  int            `json:"events"`
	Failure report.Failure `json:"failure"`

	Certain  Certain   `json:"certain"`
	Curve    []Point   `json:"curve"` // by event
	Jumps    []Jump    `json:"jumps"` // the greatest first
	Decision *Decision `json:"decision,omitempty"`
	Well     *Well     `json:"well,omitempty"`   // nil if none was found
	Others   []Other   `json:"others,omitempty"` // other failures that continuations have ended by

	Runs    int    `json:"runs"`
	Samples int    `json:"samples"` // from an event
	Bounds  string `json:"bounds"`  // how those of chances are computed
	Stopped string `json:"stopped,omitempty"`
	Remade  int    `json:"remade,omitempty"` // how many events the recording has dropped, and were made again
}

// Certain is the event from which on no continuation ends well.
type Certain struct {
	Event int `json:"event"` // the first such; 0 if no run ends well
	// Exact says that this is proven: all classes of continuations from Event were made, and one from the event before
	// ends well. Else it is what samples say, and Proven is an event from which on it is proven.
	Exact   bool    `json:"exact"`
	Classes int     `json:"classes,omitempty"` // of continuations from Proven, none of which ends well
	Proven  int     `json:"proven"`
	After   int     `json:"after"`         // the last event after which a continuation is known to end well; -1 for none
	Samples int     `json:"samples"`       // from Event, none of which ended well
	Low     float64 `json:"low"`           // the least chance that none does
	Why     string  `json:"why,omitempty"` // there is no proof, if more runs would not give one
	Same    int     `json:"same"`          // the event from which on only this failure was seen
	Step    *Step   `json:"step,omitempty"`
}

// Step is an event in words.
type Step struct {
	Event  int    `json:"event"`
	Actor  string `json:"actor"`
	Action string `json:"action"`
	Where  string `json:"where,omitempty"`
}

// Count is how continuations have ended.
type Count struct {
	Samples int     `json:"samples"`
	Same    int     `json:"same"`
	Well    int     `json:"well"`
	Other   int     `json:"other"`
	Open    int     `json:"open"` // given up at the bound of events
	Low     float64 `json:"low"`  // bounds of the chance of the same failure
	High    float64 `json:"high"`
}

// chance is how many of the samples ended by the same failure, as a part of 1.
func (c *Count) chance() float64 {
	if c.Samples == 0 {
		return 1
	}
	return float64(c.Same) / float64(c.Samples)
}

// count counts a continuation.
func (c *Count) count(k kind) {
	c.Samples++
	switch k {
	case same:
		c.Same++
	case well:
		c.Well++
	case other:
		c.Other++
	case open:
		c.Open++
	}
	c.Low, c.High = wilson(c.Same, c.Samples)
}

// Point is the chance of the failure after an event.
type Point struct {
	Event int `json:"event"`
	Count
}

// Jump is an event at which the chance rose, by more than samples do by themselves. If From is less than the event
// before it, what is between was not sampled.
type Jump struct {
	From   int     `json:"from"`
	Event  int     `json:"event"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Step   *Step   `json:"step,omitempty"` // nil unless it is one event
}

// Decision is the last choice with which the run could have ended well.
type Decision struct {
	Event   int      `json:"event"` // which it is a part of
	Kind    string   `json:"kind"`  // what was chosen: "next", "random", ...
	Of      int      `json:"of"`    // among how many
	Thread  string   `json:"thread,omitempty"`
	Options []Option `json:"options"` // the chosen one first; at most maxOptions
}

// Option is what could be chosen.
type Option struct {
	Name string `json:"name"`
	Step string `json:"step,omitempty"` // what it does, of who goes next
	Count
}

// Other is another failure, with the number of continuations that have ended by it.
type Other struct {
	Failure report.Failure `json:"failure"`
	Runs    int            `json:"runs"`
}

// Well is a run that is equal to the recorded one up to the choice that decided, and ends well.
type Well struct {
	After  int    `json:"after"` // how many events are the same
	Events int    `json:"events"`
	File   string `json:"file,omitempty"` // its recording, if it was written
	First  int    `json:"first"`          // the number of the first of the events that are listed
	Failed []Step `json:"failed"`         // of the recorded run, from a few before they differ on
	Ended  []Step `json:"ended"`          // likewise of this one
	data   []byte
}

// Data is the recording of the run.
func (w *Well) Data() []byte { return w.data }
