//go:build !wasm

package guest

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"
)

// outputOf returns the file that a command line says is for output, "" if there is none, and the script that it says is
// to be obeyed, in whatever way that is written. next says that the output is the word after these.
func outputOf(args []string) (output, script string, next bool) {
	f := pflag.NewFlagSet("guest", pflag.ContinueOnError)
	f.ParseErrorsAllowlist.UnknownFlags = true
	f.StringVarP(&output, "output", "o", "", "")
	f.StringVarP(&script, "execute", "x", "", "")
	f.StringArray("param", nil, "") // whose value may look like a flag
	var without *pflag.ValueRequiredError
	return output, script, errors.As(f.Parse(args), &without) && without.GetFlag().Name == "output"
}

// named are the words of a command line that may be names of files.
func named(args []string) (names []string) {
	for _, word := range args {
		_, value, _ := strings.Cut(word, "=")
		names = append(names, word, value)
	}
	output, script, _ := outputOf(args)
	return append(names, output, script)
}
