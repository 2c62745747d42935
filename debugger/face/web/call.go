package web

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"time"
)

// maxBody is how many bytes a call may have.
const maxBody = 1 << 20

// call answers a call of the protocol.
func (s *carrier) call(w http.ResponseWriter, r *http.Request) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "a call is a POST request")
		return
	case kind != "application/json":
		refuse(w, http.StatusUnsupportedMediaType, "a call has the content type application/json")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		refuse(w, http.StatusRequestEntityTooLarge, "a call has at most a million bytes")
		return
	case errors.Is(err, os.ErrDeadlineExceeded):
		refuse(w, http.StatusRequestTimeout, "the call has not come in time")
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, "the call has broken off")
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // the answer may take longer
	answer := s.answers.Answer(r.Context(), body)
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(answer) // nobody is there any more to whom an error could be told
}

// refuse says why a request is not answered, at once: a body that has not come yet is not waited for before that, and
// the connection is used for no other request.
func refuse(w http.ResponseWriter, code int, why string) {
	w.Header().Set("Connection", "close")
	http.Error(w, why, code)
}
