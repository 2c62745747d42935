package session

// Keep takes an automatic checkpoint at the present position. Coming back is then cheap, until
// enough other positions have been kept to replace it.
func (s *Session) Keep() {
	if s.log().play == nil { // the end needs none
		return
	}
	if n := s.log().play.Next(); n > 0 {
		s.log().marks.keep(n, s.log().cuts.Missing(s.log().at.Cut), s.log().play)
	}
}
