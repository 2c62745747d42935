package halting

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"machsim/debugger/event/text"
	"machsim/debugger/event/waitfor"
)

// Print describes how a run was halted, in lines.
func (r *Result) Print(w io.Writer) {
	for _, d := range r.Detected {
		fmt.Fprintf(w, "  predicate %d of %d was met by %s, at event %d\n", d.Part, len(r.Run.Setup.Halt.Stages),
			d.Thread, d.Event)
	}
	if r.Carried != nil {
		r.Carried.Print(w)
	}
	r.exact(w)
	for _, text := range r.Remarks {
		fmt.Fprintf(w, "  %s\n", text)
	}
	if len(r.Run.State.Halt.Halted) == 0 {
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  process\thalted at\tits events\tpast the first state\thalted before it\n")
	for _, p := range r.Processes {
		fmt.Fprintf(t, "  %s\t%s\t%d\t%s\t%s\n", p.Name, p.halted(), p.Done, r.past(&p), p.before())
	}
	_ = t.Flush()
	r.left(w)
	if slices.ContainsFunc(r.Processes, func(p Process) bool { return r.Exact != nil && p.Past < 0 }) {
		fmt.Fprintln(w, "  it halted short of that state: a marker came between two events that no message of the "+
			"program orders")
	}
	if r.Diverged {
		fmt.Fprintln(w, "  after the first had halted, the others did not go on as recorded")
	}
}

// exact describes the first state that satisfies the predicate.
func (r *Result) exact(w io.Writer) {
	switch {
	case r.Exact == nil && len(r.Run.State.Halt.Halted) > 0:
		fmt.Fprintln(w, "  the run never satisfies it, and has halted all the same: a marker came between two events "+
			"that no message of the program orders")
	case r.Exact == nil:
		fmt.Fprintln(w, "  the run never satisfies it")
	case r.Carried != nil && r.Carried.Thread == "":
		fmt.Fprintln(w, "  the run satisfies it elsewhere: check says who knows it, and when")
	case len(r.Run.State.Halt.Halted) == 0:
		fmt.Fprintf(w, "  the run satisfies it, and was over before the markers got round (%d arrived): try another "+
			"seed, or a longer run\n", r.Markers)
	default:
		fmt.Fprintf(w, "  the first state that satisfies it holds %d events of the recorded run:\n", r.Exact.Events())
		for _, reason := range r.Exact.Reasons {
			fmt.Fprintf(w, "    %s\n", reason)
		}
	}
}

// left lists the messages in the channels.
func (r *Result) left(w io.Writer) {
	if len(r.Channels) == 0 {
		fmt.Fprintln(w, "  no messages are left in the channels")
		return
	}
	fmt.Fprintln(w, "  left in the channels:")
	for _, c := range r.Channels {
		all := c.Messages
		if c.Markers > 0 {
			all = append(all[:len(all):len(all)], text.Counted(c.Markers, "halt marker"))
		}
		fmt.Fprintf(w, "    %s: %s\n", c.Port, strings.Join(all, ", "))
	}
}

func (p *Process) halted() string {
	if p.Event == 0 {
		return "-"
	}
	return fmt.Sprint("event ", p.Event)
}

func (r *Result) past(p *Process) string {
	if r.Exact == nil {
		return "-"
	}
	if p.Past < 0 {
		return fmt.Sprintf("%d short of it", -p.Past)
	}
	return fmt.Sprint(p.Past)
}

func (p *Process) before() string {
	switch {
	case p.Event == 0:
		return "it had ended"
	case p.Path == "":
		return "none: it met the predicate"
	}
	return p.Path
}

// Print describes how a run was halted and went on, in lines.
func (x *WentOn) Print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  host\thalted at\tevent\ttold by\twent on at\tevent\n")
	for i := range x.Halts {
		h := &x.Halts[i]
		until, ended := "-", "-"
		if h.Ended > 0 {
			until, ended = waitfor.Time(h.Until), fmt.Sprint(h.Ended)
		}
		fmt.Fprintf(t, "  %s\t%s\t%d\t%s\t%s\t%s\n", h.Host, waitfor.Time(h.At), h.Event, cmp.Or(h.From, "-"), until, ended)
	}
	_ = t.Flush()
	if x.First == nil {
		fmt.Fprintln(w, "  transparent: yes, it is the same partial order of the same events as the run never halted")
		return
	}
	fmt.Fprintf(w, "  transparent: no\n    %s\n", x.First.Text)
}

// Print describes a snapshot, in lines.
func (x *Snapshot) Print(w io.Writer) {
	for _, text := range x.Remarks {
		fmt.Fprintf(w, "  %s\n", text)
	}
	if !x.Taken() {
		fmt.Fprintln(w, "  it was not met before the run was over")
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  process\tits moment\tnoted it before\n")
	for i := range x.Processes {
		p := &x.Processes[i]
		path := cmp.Or(p.Path, "none: it met the predicate")
		if p.Event == 0 {
			path = "it has none: the run was over for it"
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\n", p.Name, p.halted(), path)
	}
	_ = t.Flush()
	x.channels(w)
	x.verdict(w)
}

// channels lists the messages in the channels.
func (x *Snapshot) channels(w io.Writer) {
	if len(x.Channels) == 0 {
		fmt.Fprintln(w, "  no messages were in the channels")
		return
	}
	fmt.Fprintln(w, "  in the channels:")
	for _, c := range x.Channels {
		end := ""
		if !c.Closed {
			end = ", whose marker has not come there"
		}
		fmt.Fprintf(w, "    %s: %s from %s to %s, sent with event %d%s\n", c.Port, c.Text, c.From, c.To, c.Sent, end)
	}
}

// verdict says whether the snapshot is a state of the run, and what was left out.
func (x *Snapshot) verdict(w io.Writer) {
	if x.Datagrams > 0 {
		fmt.Fprintf(w, "  left out: %s to ports that keep no order for markers\n", text.Counted(x.Datagrams, "datagram"))
	}
	switch {
	case !x.Holds():
		fmt.Fprintln(w, "  it is a state of the run: no")
	case x.Other == "":
		fmt.Fprintln(w, "  the cut is consistent, and the channels are as in the exact state: yes")
	default:
		fmt.Fprintf(w, "  the cut is consistent as to messages, and the channels are as these say: yes\n"+
			"    something else than a message orders events across it: %s\n", x.Other)
	}
	for _, list := range []struct {
		what string
		all  []string
	}{{"received in it, and not sent in it", x.Orphans}, {"missing in the channels", x.Missed},
		{"too much in the channels", x.Extra}} {
		for _, text := range list.all {
			fmt.Fprintf(w, "    %s: %s\n", list.what, text)
		}
	}
}
