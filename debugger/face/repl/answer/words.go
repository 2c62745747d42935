package answer

import "fmt"

// Ms is a virtual time in milliseconds, with the unit; Millis is it without.
func Ms(us int64) string { return Millis(us) + " ms" }

// Millis is a time in milliseconds, without the unit.
func Millis(us int64) string { return fmt.Sprintf("%d.%03d", us/1000, us%1000) }

// Since is the time at which a wait began, as Millis; a dash if it has not begun.
func Since(us int64) string {
	if us < 0 {
		return "-"
	}
	return Millis(us)
}

// Number is a number for a cell, which is empty for none.
func Number[T int | uint64](n T) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// Place is a line of a file, "" for none.
func Place(file string, line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// InBrackets is a place behind something, nothing if there is none.
func InBrackets(where string) string {
	if where == "" {
		return ""
	}
	return "  (" + where + ")"
}

// Begin is the begin of a long text, so many letters of it.
func Begin(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	return s
}
