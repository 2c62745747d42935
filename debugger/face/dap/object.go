package dap

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger"
)

// What a task holds, and the message that a thread has in hand, are shown as variables: a name and a text.

// inHand is the message that a thread has in hand; nil if it has none.
func (s *Session) inHand(ctx context.Context, thread string) (rows []debugger.Local) {
	all, _, err := s.threadRows(ctx)
	for _, t := range all {
		if err == nil && t.Name == thread && t.InHand != "" {
			return []debugger.Local{{Name: "message", Value: t.InHand}}
		}
	}
	return nil
}

// held is what the task of a thread holds: rights, messages in the queues of its ports, and mutexes.
func (s *Session) held(thread string) list {
	task := func(ctx context.Context) string {
		all, _ := s.d.Threads(ctx)
		for _, t := range all {
			if t.Name == thread {
				return t.Task
			}
		}
		return ""
	}
	part := func(name string, rows func(context.Context, string) ([]debugger.Local, error)) *list {
		return &list{name: name, rows: func(ctx context.Context, s *Session, _ debugger.Format) ([]debugger.Local, error) {
			return rows(ctx, task(ctx))
		}}
	}
	return list{lazy: []*list{part("rights", s.rights), part("queues", s.queues), part("mutexes", s.mutexes)}}
}

// rights are the rights of a task.
func (s *Session) rights(ctx context.Context, task string) (rows []debugger.Local, err error) {
	ports, err := s.d.Ports(ctx, true)
	for _, p := range ports {
		for _, r := range p.Rights {
			if r.Task == task {
				rows = append(rows, debugger.Local{Name: fmt.Sprint(r.Name), Value: fmt.Sprintf("%s, port %s%s", r.Kind, p.Name,
					times(r.Refs))})
			}
		}
	}
	return rows, err
}

func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(", %d times", n)
}

// queues are the messages that wait at the ports of a task.
func (s *Session) queues(ctx context.Context, task string) (rows []debugger.Local, err error) {
	ports, err := s.d.Ports(ctx, true)
	for _, p := range ports {
		if !receives(p, task) {
			continue
		}
		var all []string
		for i := range p.Messages {
			all = append(all, p.Messages[i].Text())
		}
		rows = append(rows, debugger.Local{Name: p.Name, Value: fmt.Sprintf("%d of %d: %s", p.Queued, p.Limit,
			strings.Join(all, "; "))})
	}
	return rows, err
}

// receives says whether a task has the receive right to a port.
func receives(p debugger.Port, task string) bool {
	return slices.ContainsFunc(p.Rights, func(r debugger.Right) bool {
		return r.Task == task && strings.Contains(r.Kind, "receive")
	})
}

// mutexes are those that threads of a task hold, and who waits for them.
func (s *Session) mutexes(ctx context.Context, task string) (rows []debugger.Local, err error) {
	threads, err := s.d.Threads(ctx)
	if err != nil {
		return nil, err
	}
	of := map[string]string{}
	for _, t := range threads {
		of[t.Name] = t.Task
	}
	all, err := s.d.Mutexes(ctx)
	for _, m := range all {
		if m.Owner == "" || of[m.Owner] != task {
			continue
		}
		text := "held by " + m.Owner
		if len(m.Waiting) > 0 {
			text += "; waiting: " + strings.Join(m.Waiting, ", ")
		}
		rows = append(rows, debugger.Local{Name: m.Name, Value: text})
	}
	return rows, err
}
