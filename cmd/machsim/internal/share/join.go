//go:build !wasm

package share

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/workqueue"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// join works for a coordinator until that has all it wants.
func (s *sharing) join(ctx context.Context) error {
	if len(s.words) > 1 {
		return fmt.Errorf("--join takes no program: the coordinator says which; leave %q out", s.words[1])
	}
	url, err := urlOf(s.values[joinFlag])
	if err != nil {
		return err
	}
	slots, err := s.number("workers", runtime.NumCPU())
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	made := &made{s: s}
	defer made.close()
	err = s.Queue.Join(ctx, &workqueue.Worker{URL: url, Name: natsName(fmt.Sprintf("%s-%d", host, os.Getpid())),
		Slots: slots, Prepare: made.prepare, Notice: s.say})
	switch {
	case errors.Is(err, context.Canceled):
		s.say("interrupted; other workers get its shards")
		return &study.Failed{}
	case err != nil:
		return err
	}
	s.say("the exploration is over")
	return nil
}

// urlOf returns the URL of a coordinator, which may be in a file: so it need not be in a list of processes.
func urlOf(word string) (string, error) {
	if strings.Contains(word, "://") {
		return word, nil
	}
	text, err := os.ReadFile(word)
	if err != nil {
		return "", fmt.Errorf("--join takes the URL that the coordinator has printed, or the file with it: %v", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// natsName makes of a name one that NATS takes as part of a subject, where dots divide.
func natsName(name string) string { return strings.ReplaceAll(quote.Name(name), ".", "-") }

// made is what a worker has made ready for its job.
type made struct {
	s *sharing
	h *sharding
}

// prepare makes ready what does the shards of a job.
func (m *made) prepare(j workqueue.Job) (workqueue.Work, error) {
	if err := explores(j.Command); err != nil {
		return nil, err
	}
	m.s.say("works on: machsim " + quote.Line(commandline.Words(j.Command)))
	h, err := m.s.sharding(j.Command)
	if err != nil {
		return nil, err
	}
	m.h = h
	if h.sum != j.Executable {
		return nil, errors.New("the coordinator has another executable of the program: build both by the same Go, from the " +
			"same source, in directories of the same name, or copy the one that is there")
	}
	return func(ctx context.Context, i workqueue.Item) ([]byte, error) {
		shard, err := study.ParseShard(string(i.Data))
		if err != nil {
			return nil, err
		}
		return h.do(ctx, shard)
	}, nil
}

func (m *made) close() {
	if m.h != nil {
		m.h.close()
	}
}

// explores refuses a command line that does something else than explore: a coordinator should not be able to have
// files written.
func explores(words []string) error {
	ok := len(words) > 1 && words[0] == "explore" && !slices.ContainsFunc(words, func(w string) bool {
		name, _, _ := strings.Cut(w, "=")
		return slices.Contains([]string{"-o", "--output", "--resume", "--join", "--coordinate", "--trust"}, name) ||
			strings.HasPrefix(w, "-o")
	})
	if !ok {
		return errors.New("the coordinator asks for something else than runs of a program")
	}
	return nil
}
