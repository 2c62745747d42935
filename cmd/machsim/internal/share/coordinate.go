//go:build !wasm

package share

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/cmd/machsim/internal/workqueue"
	"machsim/debugger/study"
)

// coordinating is a coordinator: it hands shards out, and makes one report of their parts.
type coordinating struct {
	*sharing
	*sharding
	wants study.Search      // what each part is to be of
	parts []*study.Explored // by shard
	fails int               // runs that have failed in these
	bar   *term.Working
	left  error // how the process ends that reports
}

// coordinate has an exploration made by workers, and reports as if this process had made it.
func (s *sharing) coordinate(ctx context.Context) error {
	k := &coordinating{sharing: s, bar: term.NewWorking(s.errs)}
	n, err := k.begin(ctx)
	if k.sharding != nil {
		defer k.close()
	}
	if err != nil {
		return err
	}
	job := workqueue.Job{Command: s.words, Executable: k.sum, Shards: n}
	silence, err := s.silence()
	if err != nil {
		return err
	}
	store := filepath.Join(".machsim", "queue-"+job.ID())
	err = s.Queue.Coordinate(ctx, &workqueue.Coordinator{
		Job: job, First: shardItems(n), Address: strings.TrimSpace(s.values[coordinateFlag]), Store: store,
		Accept: k.accept, Finish: func() error { return k.finish(ctx) },
		Ready: func(url string) { k.ready(url, store) }, Progress: k.show, Notice: k.notice, Silence: silence,
	})
	k.bar.End()
	switch {
	case errors.Is(err, context.Canceled):
		s.say("interrupted; the same command goes on, and the workers wait for it")
		return &study.Failed{}
	case err != nil:
		return err
	}
	_, _ = os.Remove(store), os.Remove(filepath.Dir(store)) // if there is nothing else in them
	return k.left
}

// begin makes ready what makes shards, and has one made in which there are no runs: so mistakes in the command line are
// told, and what the search is. It returns how many shards there are to be.
func (k *coordinating) begin(ctx context.Context) (n int, err error) {
	if err := k.fits(); err != nil {
		return 0, err
	}
	if k.sharding, err = k.sharing.sharding(k.words()); err != nil {
		return 0, err
	}
	none := study.Shard{I: 1 << 30, Of: 1 << 30}
	part, err := k.do(ctx, none)
	if err != nil {
		return 0, err
	}
	r, err := study.ParseExplored(part)
	if err != nil {
		return 0, err
	}
	k.wants = r.Search
	n, err = k.number(shardsFlag, usualShards(r))
	k.parts = make([]*study.Explored, n)
	return n, err
}

func (k *coordinating) words() []string { return k.sharing.words }

// fits refuses what does not go together with a coordinator.
func (k *coordinating) fits() error {
	for _, w := range k.words() {
		name, _, _ := strings.Cut(w, "=")
		switch name {
		case "--shard", "--resume":
			return fmt.Errorf("%s and --coordinate do not go together: the coordinator says which shards are made, and goes on "+
				"by itself with what was done", name)
		case "--for":
			return fmt.Errorf("--for and --coordinate do not go together: what is done by then would depend on the machines; " +
				"say how many --runs")
		}
	}
	return nil
}

// Shards are long enough for the start of a process not to matter, and short enough for little to be lost with one.
const (
	runsOfShard = 2000
	fewShards   = 16
	manyShards  = 4096
	wholeShards = 8 // of a search each of whose shards makes all runs, and judges its own
)

func usualShards(r *study.Explored) int {
	if r.Whole() {
		return min(wholeShards, r.Runs)
	}
	return min(max(r.Runs/runsOfShard, fewShards), manyShards, r.Runs)
}

func shardItems(n int) []workqueue.Item {
	var all []workqueue.Item
	for i := range n {
		s := study.Shard{I: i + 1, Of: n}
		all = append(all, workqueue.Item{ID: fmt.Sprint(s.I), Data: []byte(s.String())})
	}
	return all
}

// accept takes a part, if it is of the shard.
func (k *coordinating) accept(i workqueue.Item, part []byte) ([]workqueue.Item, error) {
	r, err := study.ParseExplored(part)
	if err != nil {
		return nil, err
	}
	wants := k.wants
	if wants.Shard, err = study.ParseShard(string(i.Data)); err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(r.Search, wants) {
		return nil, fmt.Errorf("it is of shard %v of another search", r.Shard)
	}
	k.parts[wants.Shard.I-1] = r
	k.fails += r.Failed()
	return nil, nil
}

// finish makes one report, and lets the machsim tell it that has the program: it makes the run that failed once more.
func (k *coordinating) finish(ctx context.Context) error {
	k.bar.End()
	r, err := study.Merge(k.parts)
	if err != nil {
		return err
	}
	text, err := r.Bytes()
	if err != nil {
		return err
	}
	file := k.values["output"]
	if file == "" {
		file = filepath.Join(k.dir, "report")
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return err
	}
	c := k.command(ctx, "--output", file, "--resume")
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, k.out, k.errs
	var status *exec.ExitError
	if err := c.Run(); errors.As(err, &status) {
		k.left = cli.Exit{Code: status.ExitCode()}
	} else if err != nil {
		return err
	}
	return nil
}

// ready tells how workers join.
func (k *coordinating) ready(url, store string) {
	k.say(fmt.Sprintf("%d shards; workers join, here or elsewhere, by\n"+
		"  machsim explore --join %s\nor, where they can read it, by the URL in a file\n  machsim explore --join %s",
		len(k.parts), url, filepath.Join(store, "url")))
}

// show shows how far the work is.
func (k *coordinating) show(p workqueue.Progress) {
	work := fmt.Sprintf("shards, workers: %d", p.Workers)
	if k.fails > 0 {
		work += fmt.Sprintf(", failed runs: %d", k.fails)
	}
	k.bar.Show(work, uint64(p.Done), uint64(p.Known))
}

func (k *coordinating) notice(text string) {
	k.bar.End()
	k.say(text)
}
