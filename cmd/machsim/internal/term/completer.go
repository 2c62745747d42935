package term

// Completer completes lines: the prompt, or what leads to one.
type Completer interface {
	Complete(line string) (head string, words []string)
}
