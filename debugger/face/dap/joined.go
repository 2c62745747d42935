package dap

import "context"

// A run that others share was opened elsewhere (Opened.Joined): it is looked at where it stands, and the client is told
// when others move it.

// joinsOthers shows a shared run for the first time.
func (s *Session) joinsOthers(ctx context.Context) {
	if err := s.setPending(ctx); err != nil {
		s.say("important", inWords(err)+"\n")
	}
	s.stopped(ctx, "entry", "", nil)
	if s.opened.Watch != nil {
		s.run.unwatch = s.opened.Watch(s.hears)
	}
}

// hears has the client told, in its turn, where others have led; at once for many of them.
func (s *Session) hears() {
	if s.heard.Swap(true) {
		return
	}
	s.queue.put(&request{of: s, own: func(ctx context.Context) {
		s.heard.Store(false)
		if h, err := s.d.Here(ctx); err == nil && h.Position.Equal(s.at.Position) && h.Run.Number == s.at.Run.Number {
			return
		}
		s.moved(ctx)
	}})
}

// Say tells the person a sentence. It may be called at any time.
func (s *Session) Say(sentence string) { s.say("important", sentence+"\n") }

// Interrupt gives up the motion at work; false if there is none.
func (s *Session) Interrupt() bool { return s.queue.interrupt() }
