package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"machsim/debugger/face/wire"
)

// stalled is how long a reader of events may keep a write from ending.
const stalled = 5 * time.Second

// events sends what happens to whoever reads: server-sent events.
func (s *carrier) events(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		refuse(w, http.StatusMethodNotAllowed, "events are read by GET")
		return
	}
	m := newMailbox()
	defer s.answers.Watch(m.put)()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	send := func(text string) bool {
		_ = out.SetWriteDeadline(time.Now().Add(stalled))
		_, err := w.Write([]byte(text))
		return err == nil && out.Flush() == nil
	}
	hello := fmt.Sprintf(`{"serial":%d,"opened":%d,"boot":%q}`, s.answers.Serial(), s.answers.Opened(), boot)
	if !send("event: hello\ndata: " + hello + "\n\n") {
		return
	}
	for {
		select {
		case <-m.ready:
			for _, e := range m.take() {
				if !send(written(e)) {
					return
				}
			}
		case <-r.Context().Done():
			return
		case <-s.over:
			return
		}
	}
}

// boot tells one start of machsim from another: serials count from 1 again.
var boot = strconv.FormatInt(time.Now().UnixNano(), 36)

// written is an event as the stream has it.
func written(e wire.Event) string {
	data, _ := json.Marshal(e.Data)
	return fmt.Sprintf("event: %s\ndata: %s\n\n", e.Name, data)
}

// mailbox keeps events until they can be sent. A reader who is slow gets the last of each name only, so
// that it takes no memory.
type mailbox struct {
	ready chan struct{} // has something when there are events

	mu   sync.Mutex
	mail []wire.Event
}

func newMailbox() *mailbox { return &mailbox{ready: make(chan struct{}, 1)} }

// put adds an event, in place of an older one of its name.
func (m *mailbox) put(e wire.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.mail[:0]
	for _, old := range m.mail {
		if old.Name != e.Name {
			kept = append(kept, old)
		}
	}
	m.mail = append(kept, e)
	select {
	case m.ready <- struct{}{}:
	default:
	}
}

// take takes all events out.
func (m *mailbox) take() []wire.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.mail
	m.mail = nil
	return all
}
