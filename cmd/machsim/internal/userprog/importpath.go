package userprog

import (
	"slices"
	"strings"

	gomodule "golang.org/x/mod/module"
)

// patterns are words that the go command takes for many packages.
var patterns = []string{"all", "std", "cmd", "tool", "work"}

// CheckPath refuses what is no import path of one package. A path that comes from a file
// is checked before the go command sees it: there it could be a flag, a pattern, a file, a
// directory, or a version to be fetched.
func CheckPath(path string) error {
	many := slices.Contains(patterns, path) || strings.Contains(path, "...")
	if many || strings.HasSuffix(path, ".go") || strings.HasPrefix(path, ".") || gomodule.CheckImportPath(path) != nil {
		return mistake("%q is no import path", path)
	}
	return nil
}
