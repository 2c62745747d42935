package repl

import (
	"fmt"
	"strings"
)

// Manual returns the table of commands for docs/DEBUGGER.md.
func Manual() string {
	var b strings.Builder
	b.WriteString("| command | also | what it does |\n|---|---|---|\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "| **%s** | | |\n", g)
		for i := range Commands {
			if c := &Commands[i]; c.Group == g {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.ReplaceAll(c.usage(), "|", `\|`), code(c.Aliases), c.Short)
			}
		}
	}
	return b.String()
}

func code(words []string) string {
	var all []string
	for _, w := range words {
		all = append(all, "`"+w+"`")
	}
	return strings.Join(all, " ")
}
