package view

import (
	"fmt"
	"slices"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// file writes a file: what programs see of it, and what a crash would leave if it took all that was not synced.
func (w *writer) file(id uint32) {
	f := w.s.Files.At(id)
	w.out.object(File, w.n.files.of(id))
	w.field("host", w.n.host(f.Host))
	w.field("name", plain(f.Name))
	w.flag("removed", f.Gone)
	w.field("contents", contentsText(f.Now))
	if now := contentsText(f.Synced); now != contentsText(f.Now) || len(f.Unsynced) > 0 {
		w.field("synced", now)
	}
	var open []string
	for _, o := range f.Opens {
		if w.s.Tasks.Has(uint32(o.Task)) && w.s.Tasks.At(uint32(o.Task)).Ended {
			continue
		}
		open = append(open, fmt.Sprintf("%s, %d times", w.n.task(o.Task), o.Refs))
	}
	w.list("not synced", "write", text.Each(f.Unsynced, func(x kernel.Change) string { return changeText(&x) }))
	slices.Sort(open)
	w.list("open in", "task", open)
}

// contentsText returns how many bytes there are, the first of them, and a sum of all.
func contentsText(c kernel.Contents) string {
	return fmt.Sprintf("%d bytes, %q, sum %s", c.Size, c.Bytes(0, 40), sum(c.Bytes(0, c.Size)))
}

func changeText(x *kernel.Change) string {
	if x.Cut {
		return fmt.Sprintf("size %d%s", x.Off, x.Data)
	}
	return fmt.Sprintf("%d bytes at %d, %.40q, sum %s", len(x.Data), x.Off, x.Data, sum(x.Data))
}

// disk writes the names of a host's files.
func (w *writer) disk(d *kernel.DiskState) {
	w.list("files", "name", w.fileNames(d.Names))
	if !slices.Equal(d.Names, d.Synced) {
		w.list("files that are synced", "name", w.fileNames(d.Synced))
	}
	w.list("changes of names that are not synced", "change", text.Each(d.Unsynced, func(x kernel.Renaming) string {
		if x.Over != 0 {
			return fmt.Sprintf("%q becomes %q, %s, in place of %s", x.From, x.To, w.n.file(x.File), w.n.file(x.Over))
		}
		return fmt.Sprintf("%q becomes %q, %s", x.From, x.To, w.n.file(x.File))
	}))
}

func (w *writer) fileNames(all []kernel.NamedFile) []string {
	return text.Each(all, func(n kernel.NamedFile) string { return plain(n.Name) + " " + w.n.file(n.File) })
}
