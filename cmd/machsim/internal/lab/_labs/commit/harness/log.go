package harness

import (
	"fmt"
	"strings"

	"lab/student"

	"machsim/kernel"
)

// line is a record in the file of a log. One that is torn has no end.
func line(r student.Record) string { return fmt.Sprintf("%s %d.\n", r.Word, r.Transaction) }

// log gives a site the log on its host's disk. What is torn is taken off. The host may crash at each call.
func log(th *kernel.Thread, s *student.Site, call func()) {
	d := th.Disk()
	f := kernel.Must(d.Create("log"))
	size := 0
	for text := range strings.Lines(string(kernel.Must(d.Read(f, 0, kernel.MaxFileSize)))) {
		var r student.Record
		if _, err := fmt.Sscanf(text, "%s %d.", &r.Word, &r.Transaction); err != nil || text != line(r) {
			break
		}
		s.Records, size = append(s.Records, r), size+len(text)
	}
	kernel.Must(d.Truncate(f, int64(size)))
	kernel.Must(d.Sync(f))
	s.Append = func(word string, t int) {
		th.Check(len(strings.Fields(word)) == 1, "the word of a record is to be one word, and is %q", word)
		call()
		kernel.Must(d.Append(f, []byte(line(student.Record{Word: strings.TrimSpace(word), Transaction: t}))))
	}
	s.Sync = func() {
		call()
		kernel.Must(d.Sync(f))
	}
}
