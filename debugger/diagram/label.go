package diagram

import (
	"strings"
	"unicode/utf8"
)

// prefixes are what short labels leave out of the names of calls, and what they say
// instead; the first that fits counts.
var prefixes = [][2]string{
	{"mach_msg ", ""}, {"msg_send ", ""}, {"msg_receive ", ""}, {"msg_rpc ", ""},
	{"cthread_", ""}, {"mutex_", ""}, {"condition_", ""},
	{"mach_port_", ""}, {"mach_", ""}, {"thread_", ""}, {"print ", ""}, {"label ", ""},
}

// ends are what short labels do not go beyond.
var ends = []string{"  ...", "  **", ", and ends", ", reply to ", " of #", " of the kernel", " (goes on)"}

// label is a sentence of a trace in few words.
func label(text string, k Kind) string {
	text = withoutCall(text)
	switch k {
	case Met:
		return met(text)
	case Timeout:
		return "timed out"
	case Failure:
		if _, why, ok := strings.Cut(text, "** "); ok {
			return why
		}
	}
	if k == Sync {
		text = strings.Replace(text, "  ... waits, held", ", held", 1)
	}
	for _, end := range ends {
		text, _, _ = strings.Cut(text, end)
	}
	asked, answer, ok := strings.Cut(text, " = ")
	switch {
	case ok && k == Refused:
		return answer
	case ok && strings.HasPrefix(asked, "receive"):
		return "got " + answer
	case ok && k == Made:
		return asked + " " + answer
	}
	if strings.HasPrefix(text, "random ") {
		return text
	}
	return strings.TrimSuffix(text, " = 0")
}

// withoutCall is a sentence without the name of the call where the rest says enough.
func withoutCall(text string) string {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(text, p[0]); ok {
			return p[1] + rest
		}
	}
	return text
}

// clip shortens a text to so many characters.
func clip(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	if width < 2 {
		return ""
	}
	return string([]rune(text)[:width-1]) + "…"
}

// pad makes a text so many characters long.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}
