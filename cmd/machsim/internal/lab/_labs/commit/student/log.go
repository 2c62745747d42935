package student

import (
	"fmt"
	"strings"

	"machsim/kernel"
)

// Log is a list of records on the disk of a host. One that was appended is there after a crash if it was synced before;
// else it may be there, or not.
type Log struct {
	Records []Record // that were found when the host started

	disk  kernel.Disk
	file  kernel.FileID
	crash func() // may crash the host
}

// Record is a line in the log: a word of yours, and a transaction.
type Record struct {
	Word        string
	Transaction int
}

// line is a record in the file. One that is torn has no end.
func (r Record) line() string { return fmt.Sprintf("%s %d.\n", r.Word, r.Transaction) }

// Append writes a record behind the others.
func (l *Log) Append(word string, transaction int) {
	l.crash()
	kernel.Must(l.disk.Append(l.file, []byte(Record{word, transaction}.line())))
}

// Sync comes back when all records are safe.
func (l *Log) Sync() {
	l.crash()
	kernel.Must(l.disk.Sync(l.file))
}

// Open opens the log of a host, and takes off what is torn. crash is called before anything is written.
func Open(th *kernel.Thread, crash func()) *Log {
	d := th.Disk()
	l := &Log{disk: d, file: kernel.Must(d.Create("log")), crash: crash}
	size := 0
	for line := range strings.Lines(string(kernel.Must(d.Read(l.file, 0, kernel.MaxFileSize)))) {
		var r Record
		if _, err := fmt.Sscanf(line, "%s %d.", &r.Word, &r.Transaction); err != nil || line != r.line() {
			break
		}
		l.Records, size = append(l.Records, r), size+len(line)
	}
	kernel.Must(d.Truncate(l.file, int64(size)))
	kernel.Must(d.Sync(l.file))
	return l
}
