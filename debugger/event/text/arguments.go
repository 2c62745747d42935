package text

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Arguments lists the parameters of a program that were given.
func Arguments(args map[string]string) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(args)) {
		words = append(words, fmt.Sprintf("--%s=%s", name, args[name]))
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, " ")
}
