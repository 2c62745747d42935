package debugger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/query/detect"
	"machsim/debugger/record"
	"machsim/debugger/stops"
)

// Breakpoints, stops, and the checkpoints and notes of the recording are kept in a small file beside
// it: bank.rec.notes. It is written whole after each method that changes one of them, and read
// when the recording is opened.

// keptFormat is the first word of such a file, and its version.
const keptFormat = "machsim notes 1"

// What such a file has at most: it may come from anybody.
const (
	maxKept      = 1 << 20 // bytes
	maxKeptRows  = 1000    // of each kind
	maxKeptText  = 2000    // bytes of a text
	maxKeptCount = 1 << 20 // the highest number of a breakpoint
)

// kept is the content of the file.
type kept struct {
	Format      string           `json:"format"`
	Recording   string           `json:"recording"` // its fingerprint
	Last        int              `json:"last"`      // the number that was given last
	Breakpoints []keptBreakpoint `json:"breakpoints,omitempty"`
	Stops       []keptStop       `json:"stops,omitempty"`
	Checkpoints []keptCheckpoint `json:"checkpoints,omitempty"`
	Notes       []keptNote       `json:"notes,omitempty"`
	Queries     []keptQuery      `json:"queries,omitempty"`
	Displays    []keptDisplay    `json:"displays,omitempty"`
	Threads     []ThreadName     `json:"threads,omitempty"`
}

type keptBreakpoint struct {
	Number   int    `json:"number"`
	Text     string `json:"text"`
	Lines    bool   `json:"lines,omitempty"` // it stops at lines, or where a variable changes
	Once     bool   `json:"once,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
}

type keptStop struct {
	Number   int    `json:"number"`
	Text     string `json:"text"`
	Shows    string `json:"shows,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
	Primary  bool   `json:"primary,omitempty"`
	Part     int    `json:"part,omitempty"`
}

type keptCheckpoint struct {
	Name     string `json:"name"`
	Position string `json:"position"`
}

type keptQuery struct {
	Name  string `json:"name"`
	Query string `json:"query"`
}

type keptDisplay struct {
	Number     int    `json:"number"`
	Expression string `json:"expression"`
	As         Format `json:"as,omitempty"`
}

type keptNote struct {
	Position string `json:"position"`
	Text     string `json:"text"`
	By       string `json:"by,omitempty"`
}

// keeper is the file beside the recording.
type keeper struct {
	path    string // "" if nothing is kept
	mute    bool   // it has been said that it cannot be written
	wrote   bool   // it was written
	unfound *kept  // what it says, if that was not looked for in the log yet; else nil
}

// fingerprint tells a recording from others.
func fingerprint(rec *record.Recording) string { return fmt.Sprintf("%016x", rec.Fingerprint()) }

func (d *Debugger) fingerprint() string { return fingerprint(d.runs[0].S.Rec) }

// content is what is to be kept.
func (d *Debugger) content() *kept {
	r := d.runs[0]
	k := &kept{Format: keptFormat, Recording: d.fingerprint(), Last: d.set.Points.Last, Threads: d.threadNames}
	for _, b := range d.set.Points.List {
		k.Breakpoints = append(k.Breakpoints, keptBreakpoint{b.Number, b.Text, b.OfLines(), b.Once, b.Disabled})
	}
	for _, g := range d.set.Globals.List {
		primary := g.Number == d.set.Globals.Primary
		k.Stops = append(k.Stops, keptStop{g.Number, g.Text, g.Show, g.Disabled, primary, g.Disjunct})
	}
	for _, c := range r.checkpoints {
		k.Checkpoints = append(k.Checkpoints, keptCheckpoint{c.name, r.At(c.at).String()})
	}
	for _, n := range r.notes {
		k.Notes = append(k.Notes, keptNote{r.At(n.at).String(), n.text, n.by})
	}
	for _, q := range d.queries {
		k.Queries = append(k.Queries, keptQuery{q.Name, q.Query})
	}
	for _, x := range d.displays {
		k.Displays = append(k.Displays, keptDisplay{x.Number, x.Expression, x.As})
	}
	return k
}

// keep writes the file if something in it has changed. That it cannot be written is said once: it is
// no mistake of the method at work.
func (d *Debugger) keep() {
	if !d.changed || d.o.ReadOnly || d.keeper.path == "" || d.keeper.unfound != nil {
		return
	}
	err := d.keeper.write(d.content())
	if err != nil && !d.keeper.mute {
		d.keeper.mute = true
		d.notice("breakpoints, checkpoints and notes are not kept: %v", err)
	}
	d.changed = err != nil
}

func (k *keeper) write(all *kept) error {
	text, err := json.MarshalIndent(all, "", "\t")
	if err == nil {
		err = record.WriteFile(k.path, append(text, '\n'))
	}
	k.wrote = k.wrote || err == nil
	return err
}

// keepOn returns what writes the file again once the recording of a live run is closed: it is of another one then.
func (d *Debugger) keepOn() func() {
	if !d.keeper.wrote || d.runs[0].Closed() || !d.runs[0].S.Live() {
		return func() {}
	}
	all, file := d.content(), d.runs[0].file
	return func() {
		if rec, err := record.Open(file); err == nil {
			all.Recording = fingerprint(rec)
			_ = d.keeper.write(all) // nobody is there any more to be told
		}
	}
}

// recall reads the file beside the recording, if there is one. What it says is found in the log: if that is not there
// yet, by the first method that needs it.
func (d *Debugger) recall(recording string) {
	if info, err := os.Stat(recording); err != nil || !info.Mode().IsRegular() {
		return // nothing can stand beside a pipe
	}
	path := recording + ".notes"
	d.keeper.path = path
	k, err := readKept(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err == nil && k.Recording != d.fingerprint():
		d.notice("%s is about another recording, which was in %s before: it is left aside", path, recording)
		return
	case err == nil && d.runs[0].S.Early():
		d.keeper.unfound = k
		return
	case err == nil:
		err = d.adopt(k)
	}
	if err != nil {
		d.keeper.path = "" // it is left as it is
		d.useless(path, err)
		return
	}
	d.tellKept(k)
}

// findKept finds in the log what is kept beside the recording, and waits for that until stop is closed. What was found
// is told when the method at work has succeeded: else nothing was found, and the next one finds it again.
func (d *Debugger) findKept(stop <-chan struct{}) error {
	k, path := d.keeper.unfound, d.keeper.path
	if k == nil {
		return nil
	}
	err := d.runs[0].S.Await(stop)
	if isStopped(err) {
		return err
	}
	d.keeper.unfound = nil
	if err == nil {
		err = d.adopt(k)
	}
	if err != nil {
		d.keeper.path = "" // it is left as it is
		d.commit = append(d.commit, func() { d.useless(path, err) })
		return nil
	}
	d.commit = append(d.commit, func() { d.tellKept(k) })
	return nil
}

// useless says that the file beside the recording is not used.
func (d *Debugger) useless(path string, why error) {
	d.notice("%s cannot be used, and nothing is kept: %v", path, why)
}

// readKept reads such a file.
func readKept(path string) (*kept, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	case info.Size() > maxKept:
		return nil, fmt.Errorf("it has more than %d bytes", maxKept)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	k := &kept{}
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	if err := in.Decode(k); err != nil {
		return nil, fmt.Errorf("it is no file of notes: %w", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, errors.New("it is no file of notes: something follows them")
	}
	return k, k.check()
}

// check says what is wrong with the content, as far as it does not depend on the recording.
func (k *kept) check() error {
	if k.Format != keptFormat {
		return fmt.Errorf("its format is %q, and not %q", k.Format, keptFormat)
	}
	for _, n := range []int{len(k.Breakpoints), len(k.Stops), len(k.Checkpoints), len(k.Notes), len(k.Queries),
		len(k.Displays), len(k.Threads)} {
		if n > maxKeptRows {
			return fmt.Errorf("it has %d entries of one kind, and more than %d are not read", n, maxKeptRows)
		}
	}
	numbers := map[int]bool{}
	for _, b := range k.Breakpoints {
		if err := k.numbered(numbers, b.Number, b.Text); err != nil {
			return err
		}
	}
	for _, s := range k.Stops {
		if err := k.numbered(numbers, s.Number, s.Text+s.Shows); err != nil {
			return err
		}
	}
	for _, q := range k.Queries {
		if !queryName.MatchString(q.Name) || len(q.Name)+len(q.Query) > maxKeptText {
			return errors.New("a query has no name, or is too long")
		}
	}
	last := 0
	for _, x := range k.Displays {
		if err := (Display{Expression: x.Expression, As: x.As}).check(); err != nil || x.Number <= last ||
			x.Number > maxKeptCount || len(k.Displays) > mostDisplays {
			return errors.New("a display has no number, format or expression that it could have")
		}
		last = x.Number
	}
	for _, n := range k.Threads {
		if err := n.check(); err != nil {
			return err
		}
	}
	for _, c := range k.Checkpoints {
		if err := mayBeNamed(c.Name); err != nil {
			return err
		}
	}
	for _, n := range k.Notes {
		if len(n.Text) > maxNote || len(n.By) > maxKeptText {
			return fmt.Errorf("a note has more than %d characters", maxNote)
		}
	}
	return nil
}

// numbered says what is wrong with the number and the text of a breakpoint or a stop.
func (k *kept) numbered(seen map[int]bool, number int, text string) error {
	switch {
	case number < 1 || number > k.Last || k.Last > maxKeptCount:
		return fmt.Errorf("a breakpoint has the number %d", number)
	case seen[number]:
		return fmt.Errorf("two breakpoints have the number %d", number)
	case len(text) > maxKeptText:
		return fmt.Errorf("breakpoint %d is a text of more than %d characters", number, maxKeptText)
	}
	seen[number] = true
	return nil
}

// adopt takes over what was kept. Breakpoints and stops are looked for in the run when they are
// needed first.
func (d *Debugger) adopt(k *kept) (err error) {
	var was state
	r := d.runs[0]
	place := r.marks
	for _, b := range k.Breakpoints {
		x, err := d.stops().ReadPoint(b.Text, b.Lines)
		if err != nil {
			return fmt.Errorf("breakpoint %d cannot be read: %w", b.Number, err)
		}
		x.Number, x.Once, x.Disabled = b.Number, b.Once, b.Disabled
		was.set.Points.List = append(was.set.Points.List, x)
	}
	for _, s := range k.Stops {
		if err := s.check(); err != nil {
			return fmt.Errorf("stop %d cannot be read: %w", s.Number, err)
		}
		was.set.Globals.List = append(was.set.Globals.List, &stops.Global{
			Number: s.Number, Text: s.Text, Show: s.Shows, Disabled: s.Disabled, Disjunct: s.Part,
		})
		if s.Primary {
			was.set.Globals.Primary = s.Number
		}
	}
	for _, c := range k.Checkpoints {
		if r.lacks(c.Position) {
			continue
		}
		x := checkpoint{name: c.Name}
		if x.at, err = r.S.Parse(c.Position); err != nil {
			return err
		}
		place.checkpoints = append(place.checkpoints, x)
	}
	for _, n := range k.Notes {
		if r.lacks(n.Position) {
			continue
		}
		x := note{text: n.Text, by: n.By}
		if x.at, err = r.S.Parse(n.Position); err != nil {
			return err
		}
		place.notes = append(place.notes, x)
	}
	for _, q := range k.Queries {
		was.queries = append(was.queries, NamedQuery{Name: q.Name, Query: q.Query})
	}
	for _, x := range k.Displays {
		was.displays = append(was.displays, Display{Number: x.Number, Expression: x.Expression, As: x.As})
	}
	d.set.Points, d.set.Globals, d.queries, r.marks = was.set.Points, was.set.Globals, was.queries, place
	d.displays, d.threadNames = was.displays, k.Threads
	d.set.Points.Last = k.Last
	return nil
}

// gone returns which checkpoints and notes that were kept are not there, because they lack events that were dropped.
func (r *run) gone(k *kept) (checkpoints, notes []string) {
	for _, c := range k.Checkpoints {
		if r.lacks(c.Position) {
			checkpoints = append(checkpoints, "checkpoint "+c.Name)
		}
	}
	for i, n := range k.Notes {
		if r.lacks(n.Position) {
			notes = append(notes, fmt.Sprint("note ", i+1))
		}
	}
	return checkpoints, notes
}

// lacks says whether a position, as it is kept, lacks events that were dropped: those of a live run are dropped later
// than those of its file.
func (r *run) lacks(position string) bool {
	n, err := strconv.Atoi(position[:strings.IndexAny(position+"&", "&@")])
	return err == nil && n < r.S.First()
}

// check says why a stop cannot be read.
func (s keptStop) check() error {
	if s.Text == "" && s.Shows != "" && s.Part == 0 && !s.Primary {
		return nil // a trace of local events
	}
	if _, err := detect.Asks(s.Text); err != nil {
		return err
	}
	if parts := len(detect.Disjuncts(s.Text)); s.Part < 0 || s.Part > 0 && s.Part > parts {
		return fmt.Errorf("it has no part %d", s.Part)
	}
	return nil
}

// tellKept says what was there from before, and what was but cannot be.
func (d *Debugger) tellKept(k *kept) {
	var all []string
	checkpoints, notes := d.runs[0].gone(k)
	for _, x := range []struct {
		n            int
		one, several string
	}{
		{len(k.Breakpoints), "breakpoint", "breakpoints"}, {len(k.Stops), "stop", "stops"},
		{len(k.Checkpoints) - len(checkpoints), "checkpoint", "checkpoints"},
		{len(k.Notes) - len(notes), "note", "notes"}, {len(k.Queries), "query", "queries"},
		{len(k.Displays), "display", "displays"}, {len(k.Threads), "thread name", "thread names"},
	} {
		if x.n > 0 {
			all = append(all, text.Plural(x.n, x.one, x.several))
		}
	}
	if all != nil {
		d.notice("kept from before in %s: %s", d.keeper.path, strings.Join(all, ", "))
	}
	d.dropped(append(checkpoints, notes...))
}
