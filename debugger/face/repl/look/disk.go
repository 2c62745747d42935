package look

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// mostOfFile is how many bytes of a file the prompt shows.
const mostOfFile = 4096

// Disk lists the files of hosts, or shows one with what is not synced of it.
func Disk(a *answer.Answer, words []string) error {
	host, name := "", ""
	if len(words) > 0 {
		host, name = words[0], strings.Join(words[1:], " ")
	}
	if name != "" {
		return file(a, host, name)
	}
	t := answer.NewTable("host", "file", "name", "bytes", "writes not synced", "contents")
	files := func(ctx context.Context) ([]debugger.File, error) { return a.D.Files(ctx, host, "", mostOfFile) }
	return answer.List(a, "there is no file", t, files, func(f debugger.File) []string {
		return []string{f.Host, f.Name, f.State, strconv.FormatInt(f.Size, 10), strconv.Itoa(len(f.Unsynced)),
			fmt.Sprintf("%q", f.Data[:min(40, len(f.Data))])}
	})
}

// file shows a file: what programs read, what a crash may leave, and each write that it may take.
func file(a *answer.Answer, host, name string) error {
	all, err := a.D.Files(a.Ctx, host, name, mostOfFile)
	if err != nil {
		return err
	}
	for _, f := range all {
		a.Printf("%s:%s, %d bytes, its name %s\n", f.Host, f.Name, f.Size, f.State)
		a.Printf("  contents    %q\n", f.Data)
		if len(f.Unsynced) == 0 {
			a.Printf("  all of it is synced\n")
			continue
		}
		a.Printf("  synced      %q\n", f.Safe)
		for _, w := range f.Unsynced {
			if w.Sized {
				a.Printf("  not synced  event %d, a size of %d bytes\n", w.Event, w.At)
			} else {
				a.Printf("  not synced  event %d, at %d: %q\n", w.Event, w.At, w.Data)
			}
		}
	}
	return nil
}
