//go:build !wasm

package share

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// executable is the machsim that has a program, and how it is called to explore that.
type executable struct {
	Path  string
	Words []string // the command line for it, without those words that say which shard
	Env   []string
}

// sharding makes shards of an exploration, each in a process of its own.
type sharding struct {
	executable
	sum string // hash of the executable
	dir string // for the parts
}

// sharding makes ready what explores what the words say.
func (s *sharing) sharding(words []string) (h *sharding, err error) {
	h = &sharding{}
	if h.executable, err = s.explorer(words); err != nil {
		return nil, err
	}
	if h.sum, err = sumOf(h.Path); err != nil {
		return nil, err
	}
	h.dir, err = os.MkdirTemp("", "machsim-shards")
	return h, err
}

// close removes the parts.
func (h *sharding) close() { _ = os.RemoveAll(h.dir) }

// sumOf returns the hash of a file.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}

// do makes a shard and returns its part. A mistake in the command line is the error.
func (h *sharding) do(ctx context.Context, s study.Shard) ([]byte, error) {
	file := filepath.Join(h.dir, fmt.Sprintf("%d-%d.part", s.I, s.Of))
	defer os.Remove(file)
	c := h.command(ctx, "--shard", s.String(), "--output", file, "--workers", "1", "--no-record")
	var errs bytes.Buffer
	c.Stderr = &errs
	var status *exec.ExitError
	switch err := c.Run(); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &status) && status.ExitCode() == cli.ExitFailed:
	case err != nil:
		return nil, lastWords(errs.String(), err)
	}
	part, err := os.ReadFile(file)
	if err != nil {
		return nil, lastWords(errs.String(), err)
	}
	return part, nil
}

// command returns the command line of the words, and some more.
func (h *sharding) command(ctx context.Context, more ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, h.Path)
	words := h.Words
	if i := slices.Index(words, "--"); i >= 0 {
		words = words[:i]
	}
	c.Args = slices.Concat([]string{"machsim"}, words, more)
	c.Env = h.Env
	endsWithParent(c)
	return c
}

// lastWords is the error of a process that has failed: what it said about it.
func lastWords(said string, err error) error {
	if said = strings.TrimPrefix(strings.TrimSpace(said), "machsim: "); said != "" {
		return errors.New(quote.Text(said))
	}
	return err
}
