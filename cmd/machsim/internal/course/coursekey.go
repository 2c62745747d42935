package course

import (
	"os"
	"strings"

	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/test/lab/verdict"
)

// courseKey is the key of a course, from which seeds follow that only the teacher knows, as flags give it.
type courseKey struct{ key, keyFile string }

func (k *courseKey) flags(f *pflag.FlagSet) {
	f.StringVar(&k.key, "key", "", "the course `KEY`; without one, that of machsim lab check")
	f.StringVar(&k.keyFile, "key-file", "", "the course key is in `FILE`, where no list of processes shows it")
}

// read returns the key that was given.
func (k *courseKey) read() (string, error) {
	switch {
	case k.key != "" && k.keyFile != "":
		return "", cli.Wrong("--key and --key-file do not go together")
	case k.keyFile == "" && k.key == "":
		return verdict.OpenKey, nil
	case k.keyFile == "":
		return k.key, nil
	}
	text, err := os.ReadFile(k.keyFile)
	if err != nil {
		return "", cli.Wrong("the course key cannot be read: %v", err)
	}
	key := strings.TrimSpace(string(text))
	if key == "" {
		return "", cli.Wrong("there is no course key in %s", k.keyFile)
	}
	return key, nil
}
