package repl

import (
	"fmt"
	"os"

	"machsim/debugger/record"
	"machsim/debugger/report"
)

// save writes the recording of a fork into a file.
func (p *Prompt) save(words []string) error {
	f := p.on
	if f.n == 0 {
		return fmt.Errorf("this is the recording itself, and only forks are to be saved: type run to make one, or fork N to enter one")
	}
	path := f.file
	if len(words) == 1 {
		path = words[0]
	}
	if err := f.fits(path); err != nil {
		return err
	}
	if err := p.write(path, f.data); err != nil {
		return err
	}
	f.file, f.kept, p.o.File = path, true, path
	p.printf("%s is saved: %s\n", f.name(), report.Open("replay", path, p.o.Trust))
	return nil
}

// fits says why a fork must not be written to a file. One that holds the same run may be
// written again.
func (f *fork) fits(path string) error {
	if _, err := os.Stat(path); err != nil {
		return nil // what else is wrong is known when it is written
	}
	if rec, err := record.Open(path); err == nil && rec.Program == f.s.Rec.Program && rec.Events == f.s.Rec.Events && rec.Hash == f.s.Rec.Hash {
		return nil
	}
	return fmt.Errorf("%s is there already, and is not this fork: type save and another name", path)
}

// write writes a file, if this prompt may.
func (p *Prompt) write(path string, data []byte) error {
	if p.o.Write == nil {
		return fmt.Errorf("no files can be written from here")
	}
	if err := p.o.Write(path, data); err != nil {
		return fmt.Errorf("%w; type another name", err)
	}
	return nil
}
