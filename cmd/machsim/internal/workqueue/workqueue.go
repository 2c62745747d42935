// Package workqueue says what the coordinator of an exploration hands out to workers, and what either has to know. It
// knows neither programs nor networks: an item is a few bytes, and so is its part, the result. How the two sides talk
// is the business of a Queue; package jetstream is one.
//
// What holds of every Queue:
//   - An item is a pure function of its job: done twice, it has the same part, of which one is taken.
//   - An item whose worker dies is given to another.
//   - A coordinator that was killed and is started again with the same job and store goes on where it was.
package workqueue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Queue brings a coordinator and its workers together.
type Queue interface {
	// Coordinate hands out items until all have a part, and returns nil when Finish has. It returns the context's error
	// when that ends before; the store is kept then.
	Coordinate(context.Context, *Coordinator) error
	// Join works until the coordinator says that the job is over, and returns nil then.
	Join(context.Context, *Worker) error
}

// Job is what the workers of one coordinator do.
type Job struct {
	Command    []string // words of a command line, without those that say which item
	Executable string   // hash of the executable that does the items
	Shards     int      // into how many the work was divided at first
}

// ID returns a short name that only equal jobs have in common.
func (j Job) ID() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err) // strings and a number can be marshalled
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

// Item is a piece of work.
type Item struct {
	ID   string // of letters, digits and -; the same item has the same ID whenever it comes to light
	Data []byte
}

// Coordinator is what one side needs.
type Coordinator struct {
	Job   Job
	First []Item // at least one

	Address string // HOST:PORT to listen at, the URL of a queue that exists, or "" for any port of this machine alone
	Store   string // the directory that keeps what is known of the job until it is finished

	// Accept takes the part of an item, and returns the items that it brought to light. Its error refuses the part,
	// which is asked for again. Calls come one after the other, for a coordinator that goes on in the same order again.
	Accept func(item Item, part []byte) ([]Item, error)
	// Finish is called when all items have a part, before the store is removed.
	Finish func() error

	Ready    func(url string)  // told where workers can join
	Progress func(Progress)    // told whenever something has changed
	Notice   func(text string) // told in a sentence what a person should know
	Silence  time.Duration     // after which a worker that says nothing has died; 0 for UsualSilence
}

// UsualSilence is after how long a worker that says nothing is taken for dead. A living one speaks three times as
// often.
const UsualSilence = 5 * time.Second

// Progress is how far a job is.
type Progress struct {
	Done, Known int // items
	Workers     int // that live
}

// Worker is what the other side needs.
type Worker struct {
	URL   string // as Ready was told
	Name  string // for people
	Slots int    // how many items it does at once

	// Prepare returns what does items of a job, or why this worker cannot.
	Prepare func(Job) (Work, error)
	Notice  func(text string) // told in a sentence what a person should know
	// Patience is how long the worker waits for a coordinator that does not answer any more; 0 for UsualPatience.
	Patience time.Duration
}

// UsualPatience is how long a worker waits for a coordinator that was killed and may be started again.
const UsualPatience = 10 * time.Minute

// Work does an item and returns its part. After an error the worker ends, and another one gets the item.
type Work func(context.Context, Item) (part []byte, err error)
