package jetstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
)

// chunks divides the part of an item into messages to the coordinator.
func chunks(s subjects, item string, part []byte, executable, worker string) ([]*nats.Msg, error) {
	if len(part) > maxPart {
		return nil, fmt.Errorf("the part of %s has %d bytes; the queue takes %d", item, len(part), maxPart)
	}
	n := max(1, (len(part)+maxChunk-1)/maxChunk)
	var all []*nats.Msg
	for i := range n {
		m := nats.NewMsg(s.offers(item, fmt.Sprint(i)))
		m.Data = part[i*maxChunk : min((i+1)*maxChunk, len(part))]
		m.Header.Set(headerChunks, strconv.Itoa(n))
		m.Header.Set(headerSum, sum(part))
		m.Header.Set(headerExecutable, executable)
		m.Header.Set(headerWorker, worker)
		all = append(all, m)
	}
	return all, nil
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// chunk is what the coordinator reads in a message. Anybody with the token may have sent it.
type chunk struct {
	item    string
	n, of   int
	sum     string
	exe     string
	worker  string
	content []byte
}

// readChunk reads a message whose subject is that of a chunk in the stream of parts.
func readChunk(s subjects, subject string, h nats.Header, content []byte) (chunk, error) {
	c := chunk{sum: h.Get(headerSum), exe: h.Get(headerExecutable), worker: h.Get(headerWorker), content: content}
	item, n, ok := strings.Cut(strings.TrimPrefix(subject, s.part("")), ".")
	var err1, err2 error
	c.item = item
	c.n, err1 = strconv.Atoi(n)
	c.of, err2 = strconv.Atoi(h.Get(headerChunks))
	if !ok || err1 != nil || err2 != nil || c.of < 1 || c.of > maxChunks || c.n < 0 || c.n >= c.of {
		return c, errors.New("its number is malformed")
	}
	return c, nil
}

// assembly puts a part together.
type assembly struct {
	chunks [][]byte // nil for those that lack
	sum    string
	lack   int
}

// add takes a chunk. All chunks of a part say the same of it.
func (a *assembly) add(c chunk) error {
	if a.chunks == nil {
		a.chunks, a.sum, a.lack = make([][]byte, c.of), c.sum, c.of
	}
	if len(a.chunks) != c.of || a.sum != c.sum {
		return errors.New("its chunks are of two parts that differ")
	}
	if a.chunks[c.n] == nil {
		a.chunks[c.n] = append([]byte{}, c.content...)
		a.lack--
	}
	return nil
}

// whole returns the part, once no chunk lacks.
func (a *assembly) whole() ([]byte, error) {
	part := bytes.Join(a.chunks, nil)
	if sum(part) != a.sum {
		return nil, errors.New("it has another hash than was announced")
	}
	return part, nil
}
