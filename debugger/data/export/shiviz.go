package export

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/debugger/session"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// ShiVizExpression is the regular expression by which ShiViz reads a log; it is the log's first line.
const ShiVizExpression = `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`

// shiViz writes two lines for each event of a thread: the thread with its vector clock, and what it did. A clock has
// an entry for each thread of which some event came before.
func shiViz(ctx context.Context, b *bufio.Writer, r *Run) error {
	s := r.Session
	fmt.Fprintf(b, "%s\n\n", ShiVizExpression)
	hosts := shiVizHosts(s)
	reader := event.NewReader()
	return s.EventsUntil(ctx.Done(), 0, s.Len(), func(e *kernel.Event) {
		row := trace.Of(reader.Look(e))
		lane := s.LaneAt(int(e.Step) - 1)
		if s.ThreadIn(lane) == 0 {
			return
		}
		b.WriteString(hosts[lane])
		b.WriteString(" {")
		for i, n := range s.Least(int(e.Step) - 1).Cut {
			if n == 0 || s.ThreadIn(i) == 0 {
				continue
			}
			if i != lane {
				fmt.Fprintf(b, "%s: %d, ", strconv.Quote(hosts[i]), n)
			}
		}
		fmt.Fprintf(b, "%s: %d}\n%d %s\n", strconv.Quote(hosts[lane]), s.InLane(lane, int(e.Step)-1)+1, e.Step,
			quote.Line(row.Action))
	})
}

// shiVizHosts names the threads, by lane; each name is there once, and has no spaces.
func shiVizHosts(s *session.Session) []string {
	names, seen := make([]string, s.Lanes()), map[string]int{}
	for lane := range names {
		id := s.ThreadIn(lane)
		if id == 0 {
			continue
		}
		name := strings.Join(strings.Fields(quote.Line(s.ThreadName(id))), "_")
		if seen[name]++; seen[name] > 1 {
			name += "#" + strconv.Itoa(seen[name])
		}
		names[lane] = name
	}
	return names
}
