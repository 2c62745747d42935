package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
)

// mostOfFile is how many bytes of a file the prompt shows.
const mostOfFile = 4096

// disk lists the files of hosts, or shows one with what is not synced of it.
func (p *Prompt) disk(words []string) error {
	host, name := "", ""
	if len(words) > 0 {
		host, name = words[0], strings.Join(words[1:], " ")
	}
	if name != "" {
		return p.file(host, name)
	}
	t := newTable("host", "file", "name", "bytes", "writes not synced", "contents")
	files := func(ctx context.Context) ([]debugger.File, error) { return p.d.Files(ctx, host, "", mostOfFile) }
	return list(p, "there is no file", t, files, func(f debugger.File) []string {
		return []string{f.Host, f.Name, f.State, strconv.FormatInt(f.Size, 10), strconv.Itoa(len(f.Unsynced)),
			fmt.Sprintf("%q", f.Data[:min(40, len(f.Data))])}
	})
}

// file shows a file: what programs read, what a crash may leave, and each write that it may take.
func (p *Prompt) file(host, name string) error {
	all, err := p.d.Files(p.ctx, host, name, mostOfFile)
	if err != nil {
		return err
	}
	for _, f := range all {
		p.printf("%s:%s, %d bytes, its name %s\n", f.Host, f.Name, f.Size, f.State)
		p.printf("  contents    %q\n", f.Data)
		if len(f.Unsynced) == 0 {
			p.printf("  all of it is synced\n")
			continue
		}
		p.printf("  synced      %q\n", f.Safe)
		for _, w := range f.Unsynced {
			if w.Sized {
				p.printf("  not synced  event %d, a size of %d bytes\n", w.Event, w.At)
			} else {
				p.printf("  not synced  event %d, at %d: %q\n", w.Event, w.At, w.Data)
			}
		}
	}
	return nil
}
