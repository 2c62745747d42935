// Package turn lets a machsim that is a guest work in turns: one ends where it wants to read its standard input.
// Between two turns none of its code is on the way, so whoever runs it can take a picture of its memory, and put it
// back later.
package turn

import (
	"io"
	"time"
)

var (
	waits = make(chan bool)     // the work waits for the next turn, or is over
	goes  = make(chan struct{}) // the next turn has begun
	held  []io.Closer
)

// Begin begins the work, which is the first turn. It returns at its end, and says whether the work is over.
func Begin(work func()) (over bool) {
	go func() {
		work()
		waits <- true
	}()
	return <-waits
}

// Next is the next turn. Anew says that memory was put back since the last: then no file is open any more.
func Next(anew bool) (over bool) {
	if anew {
		for _, c := range held {
			_ = c.Close() // it is closed already, which only this process does not know
		}
		held = nil
	}
	goes <- struct{}{}
	return <-waits
}

// moment is enough for those who have something to do to begin with it.
const moment = 100 * time.Microsecond

// Rest lets those go on who have something to do while the work waits, until they give way; gaveWay changes when
// somebody does. It returns false if nobody has something to do now.
func Rest(gaveWay func() int64) (worked bool) {
	before := gaveWay()
	time.Sleep(moment)
	return gaveWay() != before
}

// Hold says that a file stays open over turns. It is closed if it is not open after one.
func Hold(c io.Closer) { held = append(held, c) }

// Input is an input of which each read begins a turn.
type Input struct{ io.Reader }

func (i Input) Read(p []byte) (int, error) {
	waits <- false
	<-goes
	return i.Reader.Read(p)
}
