// Package jetstream is a work queue over NATS JetStream. The coordinator has a NATS server in its own process, unless
// it is given the address of one that exists; what it must not forget is in JetStream's files.
//
// A job has two streams, named by its id:
//
//	machsim-ID-work   a work queue: one message for each item that nobody has done. A worker
//	                  takes one, says at intervals that it is alive, and acknowledges it
//	                  when the part is stored. Without a word for the time of silence, the
//	                  server gives the item to another worker.
//	machsim-ID-parts  the job, the chunks of parts, and the end. Each subject takes one
//	                  message and refuses the next, so a part that is sent twice is stored
//	                  once.
//
// The coordinator reads the second stream from its first message on, whether it is new or goes on after a crash: what
// it knows is a function of that stream. When the first one is empty and parts are missing, it offers their items
// again; that is also how an item comes back whose part was refused.
//
// Whoever knows the token may send parts, to the coordinator, which stores those of items that it has. The server lets
// workers do nothing else, and hear nothing but what they have asked for. The coordinator believes nothing that they
// say: a part has to have its announced hash, come from the job's executable, and be what Accept takes.
package jetstream

import (
	"fmt"
	"strings"

	"machsim/cmd/machsim/internal/workqueue"
)

// Queue is the queue that is linked; nil where there is none.
var Queue workqueue.Queue = queue{}

type queue struct{}

// subjects are the names of a job in NATS.
type subjects struct{ id string }

func (s subjects) work() string  { return "machsim-" + s.id + "-work" }  // a stream
func (s subjects) parts() string { return "machsim-" + s.id + "-parts" } // a stream

func (s subjects) item(id string) string { return s.of("work", id) }
func (s subjects) part(id string) string { return s.of("part", id) }
func (s subjects) chunk(id string, n int) string {
	return s.of("part", id, fmt.Sprint(n))
}
func (s subjects) offers(chunk ...string) string {
	return s.of(append([]string{"offer"}, chunk...)...)
}
func (s subjects) job() string                { return s.of("job") }
func (s subjects) over() string               { return s.of("over") }
func (s subjects) state(worker string) string { return s.of("state", worker) }

func (s subjects) of(tokens ...string) string {
	return "machsim." + s.id + "." + strings.Join(tokens, ".")
}

// workers is the name of the consumer that all workers share.
const workers = "workers"

// Headers of a chunk.
const (
	headerChunks     = "Machsim-Chunks"     // how many the part has
	headerSum        = "Machsim-Sum"        // hash of the whole part
	headerExecutable = "Machsim-Executable" // hash of what made it
	headerWorker     = "Machsim-Worker"     // who sent it, for people
)

const (
	maxChunk  = 512 << 10 // bytes of a part in one message; below what servers take unless told otherwise
	maxChunks = 256
	maxPart   = maxChunks * maxChunk
	maxHeader = 8 << 10
)
