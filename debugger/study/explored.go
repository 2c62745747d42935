package study

import (
	"errors"
	"io/fs"
	"os"

	"machsim/debugger/study/campaign"
)

// Exploring says how far a program is explored, Explorings how far that has come, and Explored what has
// come of it, and of what Search.
type (
	Exploring  = campaign.Options
	Explorings = campaign.Progress
	Explored   = campaign.Report
	Search     = campaign.Search
)

// Shard is a part of the runs of a search.
type Shard = campaign.Shard

// ParseShard reads a shard as it is typed: 2/4.
func ParseShard(text string) (Shard, error) { return campaign.ParseShard(text) }

// What an exploration has that does not say: how many runs at most, and after how many without anything new it ends.
const (
	UsualRuns  = campaign.UsualRuns
	UsualStale = campaign.UsualStale
)

// Sampling is the strategy of runs at random in an exploration.
const Sampling = campaign.Sampling

// ReadExplored reads the report of an exploration in a file. The error is an *Unfit if it is none.
func ReadExplored(file string) (*Explored, error) {
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, mistaken("there is no file %s", file)
	case err != nil:
		return nil, err
	}
	r, err := campaign.Read(text)
	if err != nil {
		return nil, unfit("%s: %v", file, err)
	}
	return r, nil
}

// ParseExplored reads a report as its file has it.
func ParseExplored(file []byte) (*Explored, error) { return campaign.Read(file) }

// WriteExplored writes a report with all that it has.
func WriteExplored(file string, r *Explored) error {
	text, err := r.Bytes()
	if err != nil {
		return err
	}
	return Write(file, text)
}

// Merge makes one report of those of all shards of a search. The error is an *Unfit if they do not go together.
func Merge(parts []*Explored) (*Explored, error) {
	r, err := campaign.Merge(parts)
	if err != nil {
		return nil, unfit("%v", err)
	}
	return r, nil
}
