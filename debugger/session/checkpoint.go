package session

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/graph"
)

// Checkpoint is a position that the user has named (Krawczuk 3.4).
type Checkpoint struct {
	Name string
	Cut  graph.Cut
}

// Take names the present position. An empty name stands for one of the Session's choice,
// c1, c2 and so on. The name must be new.
func (s *Session) Take(name string) (Checkpoint, error) {
	for i := 1; name == ""; i++ {
		if n := fmt.Sprint("c", i); s.find(n) < 0 {
			name = n
		}
	}
	if s.find(name) >= 0 {
		return Checkpoint{}, fmt.Errorf("there is a checkpoint %s already; delete it first, or choose another name", name)
	}
	c := Checkpoint{name, s.cut.Clone()}
	s.named = append(s.named, c)
	if n := s.play.Next(); n > 0 {
		s.marks.keep(n, s.play)
	}
	return c, nil
}

// Checkpoints lists the user's checkpoints in the order in which they were taken.
func (s *Session) Checkpoints() []Checkpoint { return slices.Clone(s.named) }

// Delete forgets a checkpoint.
func (s *Session) Delete(name string) error {
	i := s.find(name)
	if i < 0 {
		return s.unknown(name)
	}
	s.named = slices.Delete(s.named, i, i+1)
	return nil
}

// Rollback goes to a checkpoint, which stays. It lies exactly where it was taken.
func (s *Session) Rollback(name string) error {
	i := s.find(name)
	if i < 0 {
		return s.unknown(name)
	}
	return s.MoveTo(s.Graph.Up(s.named[i].Cut))
}

func (s *Session) find(name string) int {
	return slices.IndexFunc(s.named, func(c Checkpoint) bool { return c.Name == name })
}

func (s *Session) unknown(name string) error {
	if len(s.named) == 0 {
		return fmt.Errorf("there is no checkpoint %s: none has been taken", name)
	}
	var names []string
	for _, c := range s.named {
		names = append(names, c.Name)
	}
	return fmt.Errorf("there is no checkpoint %s; there are %s", name, strings.Join(names, ", "))
}
