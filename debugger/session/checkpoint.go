package session

// Keep takes an automatic checkpoint at the present position, so that it costs little to come back
// to it for as long as not many others are passed.
func (s *Session) Keep() {
	if n := s.play.Next(); n > 0 {
		s.marks.keep(n, s.play)
	}
}
