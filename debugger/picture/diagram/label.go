package diagram

import (
	"strings"
	"unicode/utf8"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/kernel"
)

// label describes the step of a thread in few words.
func label(e *event.Event, k Kind) string {
	said, answer := trace.Brief(e)
	text := strings.TrimSpace(callName(e.Op) + " " + said)
	switch {
	case k == Met:
		return met(e)
	case k == Timeout:
		return "timed out"
	case k == Failure && e.Failure != nil && !e.Done:
		return e.Failure.Kind.String() + ": " + e.Failure.Text
	case k == Refused:
		return answer
	case k == Sync && e.Wait.Kind == kernel.WaitMutex:
		return text + ", held by " + e.Wait.For.Text
	case e.Got != nil && !e.Sends(), e.Got != nil && answer != "":
		return "got " + answer
	case answer == "" || answer == "0" && e.Op.Class() != kernel.ClassChance:
		return text
	case k == Made:
		return text + " " + answer
	}
	return text + " = " + answer
}

// callName returns the name of a call without that of its family, for labels that are unclear
// without it.
func callName(o kernel.Op) string {
	switch o {
	case kernel.OpSpan:
		return "span"
	case kernel.OpSpanEnd:
		return "end of"
	}
	switch o.Class() {
	case kernel.ClassMessage, kernel.ClassPrint, kernel.ClassLabel:
		return ""
	}
	for _, family := range []string{"cthread_", "mutex_", "condition_", "mach_port_", "mach_", "thread_"} {
		if short, ok := strings.CutPrefix(o.String(), family); ok {
			return short
		}
	}
	return o.String()
}

// clip shortens a text to a number of characters.
func clip(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	if width < 2 {
		return ""
	}
	return string([]rune(text)[:width-1]) + "…"
}

// pad fills a text up to a number of characters.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}
