package study

import (
	"fmt"
	"io"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/history"
	"machsim/debugger/event/text"
	"machsim/debugger/record"
	"machsim/debugger/run/report"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// ListHistories is the Name of a Log that lists the histories.
const ListHistories = "list"

// Log says which history of a recorded run is wanted.
type Log struct {
	Name   string // of a history, or ListHistories
	Object string // "" for all
	JSON   bool
	Width  int // columns of the text
}

// HistoryNames and HistoryList tell which histories there are.
func HistoryNames() []string { return history.Names() }

func HistoryList() string { return history.List(nil) }

// kind is the history of that name, any for the list.
func (l *Log) kind() (history.Kind, error) {
	kind, ok := history.Named(l.Name)
	switch {
	case l.Name == ListHistories && l.Object != "":
		return 0, mistaken("--of needs a --history to choose from; machsim log shows which there are")
	case l.Name == ListHistories && l.JSON:
		return 0, mistaken("--json needs a --history to print; machsim log shows which there are")
	case !ok && l.Name != ListHistories:
		return 0, mistaken("there is no history %q%s; there are %s", l.Name, text.Meant(l.Name, history.Names()),
			strings.Join(history.Names(), ", "))
	}
	return kind, nil
}

// Check returns an error if there is no such history.
func (l *Log) Check() error {
	_, err := l.kind()
	return err
}

// rows returns the rows of a history, of one object if that was named.
func (l *Log) rows(gathered *history.Collector, kind history.Kind) (history.History, error) {
	rows := gathered.History(kind)
	if l.Object == "" {
		return rows, nil
	}
	object, ok := gathered.Find(kind, l.Object)
	if !ok {
		return nil, noObject(l.Object, kind, gathered.Objects(kind))
	}
	return rows.Of(object), nil
}

// maxNamed is the largest number of objects that an error lists.
const maxNamed = 12

// noObject returns the error for a name that is no object of a history.
func noObject(name string, kind history.Kind, objects []string) error {
	of := history.Kinds[kind].Of
	switch {
	case len(objects) == 0:
		return mistaken("there is no %s %q: the run has no %s at all", of, name, of)
	case len(objects) > maxNamed:
		return mistaken("there is no %s %q%s; leave --of out to see all %d", of, name, text.Meant(name, objects),
			len(objects))
	}
	return mistaken("there is no %s %q%s; there are %s", of, name, text.Meant(name, objects), strings.Join(objects, ", "))
}

// Log makes the run again and writes a history of it to w; to errs, how it differs from the recorded run.
func (r *Recorded) Log(stop <-chan struct{}, l Log, w, errs io.Writer) error {
	kind, err := l.kind()
	if err != nil {
		return err
	}
	gathered := history.New()
	run, err := r.named(stop, gathered.Tracer())
	if err != nil {
		return err
	}
	defer func() {
		if text := run.Close(); text != "" {
			fmt.Fprintf(errs, "machsim: %s\n", quote.Line(text))
		}
	}()
	if err := r.same(run, errs); err != nil {
		return err
	}
	rows, err := l.rows(gathered, kind)
	switch {
	case err != nil:
		return err
	case l.Name == ListHistories:
		_, err = io.WriteString(w, text.FoldLines(history.List(gathered), l.Width))
	case l.JSON:
		err = rows.JSON(w, kind)
	default:
		_, err = io.WriteString(w, text.FoldLines(rows.Text(kind, l.Width), l.Width))
	}
	return err
}

// named makes a replay that t listens to, and one before: what objects are called is known at the end of the run.
func (r *Recorded) named(stop <-chan struct{}, t kernel.Tracer) (*Ran, error) {
	run, err := r.replay(stop, kernel.Tracer{})
	if err != nil || run.Broken != nil || run.State == nil {
		return run, err
	}
	end := run.State
	run.Close()
	end.Settle(nil, nil)
	names := kernel.Tracer{Event: func(e *kernel.Event) { e.State.NamedAs(end) }}
	return r.replay(stop, names.And(t))
}

// same writes to w how a replay differs from the recorded run. An error means that the histories are of no use.
func (r *Recorded) same(run *Ran, w io.Writer) error {
	switch res := run.Replayed().Result(run.Ending()); {
	case run.Broken != nil && r.Outcome != record.Broken:
		return mistaken("machsim itself fails in this run; %s says more", r.process.Command("replay", r.File))
	case res.Divergence != nil:
		fmt.Fprint(w, r.begins(), r.departs(res.Divergence))
		return &Unfit{}
	case res.Limited:
		return &Failed{r.process.Advised(report.Limited(run.Run, res))}
	case res.Stopped:
		return &Failed{fmt.Sprintf("interrupted at event %d: there is no history yet", res.Events)}
	case res.Truncated:
		fmt.Fprintf(w, "machsim: the recording is truncated: the history ends with event %d, and the run went on\n",
			res.Events)
	}
	if r.Dropped > 0 {
		fmt.Fprintf(w, "machsim: %s\n", debugger.OfWindow(int(r.Dropped)+1))
	}
	return nil
}
