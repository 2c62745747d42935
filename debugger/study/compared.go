package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"machsim/debugger/event/text"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/contrast"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Compared is what failing runs have that good ones have not.
type Compared struct {
	*contrast.Result
	Name func(i int) string          // what a run is called, from 0
	file func(i int) (string, error) // in which file it is, "" for none
}

// DefaultSeeds is how many runs are compared unless somebody says otherwise.
const DefaultSeeds = 1000

// Compare says what failing runs of n seeds have that good ones have not. progress, if not nil, is called twice for
// each.
func (s *Study) Compare(ctx context.Context, n int, progress func()) (*Compared, error) {
	if n < 2 {
		return nil, mistaken("--seeds must be above 1, not %d: there have to be runs to compare", n)
	}
	s.options.Stop = ctx.Done()
	s.searches()
	x, err := contrast.Compare(contrast.Seeds(s.Options(), n, progress))
	s.remark()
	if err == nil && len(x.Classes) == 0 {
		err = s.Unknown()
	}
	name := func(i int) string { return fmt.Sprint("seed ", s.options.Seed+uint64(i)) }
	return compared(x, err, name, func(i int) (string, error) {
		run, err := s.Nth(i).Run(ctx, kernel.Tracer{})
		if err != nil {
			return "", err
		}
		run.Close()
		return run.Setup.Recording, nil
	})
}

// CompareRecorded compares recorded runs of one program.
func CompareRecorded(ctx context.Context, all []*Recorded, progress func()) (*Compared, error) {
	replays := make([]*runner.ReplayOptions, len(all))
	for i, r := range all {
		if r.Of != all[0].Of {
			return nil, mistaken("%s is of program %s, and %s of program %s: compare runs of one", all[0].File, all[0].Program,
				r.File, r.Program)
		}
		if err := r.whole("compare"); err != nil {
			return nil, err
		}
		replays[i] = r.options(ctx.Done())
	}
	x, err := contrast.Compare(contrast.Recordings(replays, progress))
	if bad := (*contrast.Unfit)(nil); errors.As(err, &bad) {
		return nil, unfit("%s does not fit the program: %s", all[bad.Run].File, bad.Text)
	}
	name := func(i int) string { return all[i].File }
	return compared(x, err, name, func(i int) (string, error) { return name(i), nil })
}

func compared(x *contrast.Result, err error, name func(int) string, file func(int) (string, error)) (*Compared, error) {
	many := (*report.TooManyLeft)(nil)
	switch {
	case errors.As(err, &many):
		return nil, &Failed{many.Error()}
	case errors.Is(err, contrast.ErrStopped):
		return nil, &Failed{"interrupted: nothing was compared"}
	case err != nil:
		return nil, err
	}
	return &Compared{x, name, file}, nil
}

// Text writes what was found, for a screen of so many columns, and records runs that show it. The error is Failed if
// nothing tells failing runs apart from good ones.
func (x *Compared) Text(w io.Writer, program string, width int) error {
	fmt.Fprintf(w, "%s  %s\n", program, x.Summary())
	told := false
	for i := range x.Classes {
		class := &x.Classes[i]
		fmt.Fprintf(w, "\n%s in %s, first in %s\n", quote.Line(class.Failure()), text.Counted(class.Runs, "run"),
			x.Name(class.First))
		if x.Good == 0 {
			continue
		}
		if why := class.Nothing(); why != "" {
			fmt.Fprintf(w, "  %s\n", why)
			continue
		}
		told = true
		fmt.Fprint(w, text.FoldLines(x.tells(class).Text(width), width))
		fmt.Fprintf(w, "p: by Fisher's exact test, corrected for %s by Holm's method\n",
			text.Counted(class.Tested, "feature"))
		if err := x.offer(w, &class.Tells[0]); err != nil {
			return err
		}
	}
	if why := x.Nothing(); why != "" {
		if len(x.Classes) > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, why)
	}
	if !told {
		return &Failed{}
	}
	return nil
}

// tells are what tells a class apart.
func (x *Compared) tells(class *contrast.Class) *text.Table {
	t := text.NewTable(">failing", ">good", ">p", "")
	for i := range class.Tells {
		l := &class.Tells[i]
		t.Add(fmt.Sprintf("%d/%d", l.Failing, class.Runs), fmt.Sprintf("%d/%d", l.Good, x.Good),
			l.Chance(), quote.Line(l.Text))
		for _, line := range l.Also() {
			t.Add("", "", "", "  "+quote.Line(line))
		}
	}
	return t
}

// offer names two recordings that show the difference.
func (x *Compared) offer(w io.Writer, l *contrast.Tell) error {
	bad, err := x.file(l.Run)
	if err != nil {
		return err
	}
	if bad != "" {
		fmt.Fprintf(w, "look at %s: machsim debug %s\n", events(l.Events), quote.Line(bad))
	}
	if l.Without < 0 {
		return nil
	}
	well, err := x.file(l.Without)
	if err == nil && well != "" {
		fmt.Fprintf(w, "a good run without it: machsim debug %s\n", quote.Line(well))
	}
	return err
}

// events names events by their numbers.
func events(all []int) string {
	if len(all) == 1 {
		return fmt.Sprint("event ", all[0])
	}
	words := text.Each(all, func(e int) string { return fmt.Sprint(e) })
	return "events " + text.List(words)
}

// toldApart is a row of what tells failing runs apart, as JSON has it.
type toldApart struct {
	Verdict     string  `json:"verdict"`
	Failure     string  `json:"failure"`
	Kind        string  `json:"kind"`
	Feature     string  `json:"feature"`
	Failing     int     `json:"failing"`
	FailingRuns int     `json:"failing_runs"`
	Good        int     `json:"good"`
	GoodRuns    int     `json:"good_runs"`
	P           float64 `json:"p"`
	Corrected   float64 `json:"p_corrected"`
	Run         string  `json:"run"`
	Events      []int   `json:"events"`
	Without     string  `json:"without,omitempty"`
}

// JSON writes an object for each thing that tells runs apart. The error is Failed if there is none.
func (x *Compared) JSON(w io.Writer) error {
	var err error = &Failed{}
	for i := range x.Classes {
		class := &x.Classes[i]
		for _, l := range class.Tells {
			row := toldApart{string(class.Verdict), class.Text, l.Kind.String(), l.Text, l.Failing, class.Runs, l.Good, x.Good,
				l.P, l.Corrected, x.Name(l.Run), l.Events, ""}
			if l.Without >= 0 {
				row.Without = x.Name(l.Without)
			}
			if err = WriteJSON(w, row); err != nil {
				return err
			}
		}
	}
	return err
}

// WriteJSON writes a value as a line of JSON, without what a terminal obeys.
func WriteJSON(w io.Writer, x any) error {
	line, err := json.Marshal(x)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", quote.JSON(line))
	return err
}
