package session

// Keep takes an automatic checkpoint at the present position. Coming back is then cheap, until
// enough other positions have been kept to replace it.
func (s *Session) Keep() {
	if s.play == nil { // the end needs none
		return
	}
	if n := s.play.Next(); n > 0 {
		s.marks.keep(n, s.cuts.Missing(s.at.Cut), s.play)
	}
}
