package jetstream

import (
	"time"

	"github.com/nats-io/nats.go"
)

// crowd is the workers that the coordinator has heard of lately.
type crowd struct {
	silence time.Duration
	seen    map[string]time.Time // when somebody spoke last, by name
	heard   chan *nats.Msg       // what they say
	nc      *nats.Conn
}

// leaving is what a worker says last.
const leaving = "leaving"

// hear notes that somebody has spoken.
func (c *crowd) hear(who, what string) {
	if what == leaving {
		delete(c.seen, who)
		return
	}
	c.seen[who] = time.Now()
}

// count forgets those that have been silent, and returns the number of the others.
func (c *crowd) count() int {
	for who, when := range c.seen {
		if time.Since(when) > c.silence {
			delete(c.seen, who)
		}
	}
	return len(c.seen)
}
