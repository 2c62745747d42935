package wire

// Methods is the table of the methods, in the order of the manual.
var Methods []Method

func init() {
	Methods = []Method{
		free(method("version", "Says which protocol this is, and which machsim.", version)),
		method("here", "Says where the Debugger stands.", here),
		method("batch", "Makes several calls that see one state. The others are made though one fails.", batch),
		method("command", "Obeys a line of the prompt, and answers what that would print.", command),
		method("can", "Says for each command of the prompt whether it makes sense now and, if not, why.", can),
		free(method("cancel", "Gives up a call that is at work, or all: they fail, and have changed nothing.", cancel)),

		method("goto", "Goes to a position.", goTo),
		method("threads", "Lists the threads.", threads),
	}
}

// free makes a method one that waits for no other.
func free(m Method) Method {
	m.free = true
	return m
}
