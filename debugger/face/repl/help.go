package repl

import "strings"

// topics are helps that are not on commands.
var topics = map[string]string{"positions": aboutPositions, "names": aboutNames, "modes": aboutModesTopic}

const aboutModesTopic = `When one thread is stepped, the mode says what the others do (Krawczuk 3.2).
  pessimistic  they do what the thread's event needs, and nothing else
  optimistic   they do all that they can without the thread's later events
set mode chooses one for the session; step THREAD -o and step THREAD -p for one command.
Back, pessimistic undoes an event and what depends on it, and leaves all else; optimistic
lets the others be as far as they can be without it, so that it undoes an optimistic step.`

// help prints the help on a command or a topic, or the overview.
func (p *Prompt) help(words []string) error {
	if len(words) == 0 {
		p.overview()
		return nil
	}
	if text := topics[words[0]]; text != "" {
		p.a.Printf("%s\n", text)
		return nil
	}
	c, err := named(strings.ToLower(words[0]))
	if err != nil {
		return err
	}
	p.a.Printf("%s\n  %s\n", c.usage(), c.Short)
	if len(c.Aliases) > 0 {
		p.a.Printf("  also: %s\n", strings.Join(c.Aliases, ", "))
	}
	if c.Long != "" {
		p.a.Printf("\n%s\n", c.Long)
	}
	return nil
}

// overview prints a line for each command. It is never cut into pages, because it is the first thing
// that a person sees.
func (p *Prompt) overview() {
	p.full = true
	for _, g := range groups {
		p.a.Printf("%s\n", g)
		for i := range Commands {
			if c := &Commands[i]; c.Group == g {
				p.a.Printf("  %-24s %s\n", brief(c), c.Short)
			}
		}
	}
	p.a.Printf("\nTo begin with: why, list, locals, event back, goto N.\n" +
		"Any beginning of a command that is no other's will do; an empty line repeats\n" +
		"the last motion. help COMMAND says more. See also help positions, help names\n" +
		"and help modes. COMMAND > FILE writes an answer into a file.\n")
}

// brief returns a command with its arguments, if these are short.
func brief(c *Command) string {
	if u := c.usage(); len(u) <= 24 {
		return u
	}
	return c.Name + " ..."
}
