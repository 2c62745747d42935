package supervise

import (
	"bytes"

	"machsim/debugger/run/runner"
)

// TellFile is the file in which a guest tells what others tell over a socket.
const TellFile = "/.supervised"

// Guest is what is left of a guest that has ended (package sandbox).
type Guest struct {
	Code   int                                    // with which it has ended, or would have if it were no library
	Why    string                                 // it was ended: what it did; "" if it ended by itself
	Told   []byte                                 // TellFile
	Errors string                                 // what it has written to standard error
	Memory []byte                                 // that it shared, nil if it did not
	Read   func(memory []byte) []runner.Footprint // reads its footprints
	Saved  func(file string) bool                 // says whether a file of its is one of this machine now
}

// Exit returns the exit code, or an *Exit if the guest did not tell that. What its recorder had not written yet is
// completed in the recording, if that was saved.
func (g Guest) Exit() (int, error) {
	h := hear(bytes.NewReader(g.Told), func() {})
	if h.ended && g.Why == "" {
		return h.code, nil
	}
	x := &Exit{Activity: h.Activity, errors: g.Errors, guest: g.Why}
	if !g.Saved(x.File) {
		x.File = ""
	}
	x.remains(g.Memory, g.Read)
	x.status = exitCode(g.Code)
	if at := traceBegin.FindStringIndex(g.Errors); at != nil {
		x.crash = g.Errors[at[0]:]
		if g.Code != 0 {
			x.guest = "" // Go's runtime has said why
		}
	}
	return 0, x
}
