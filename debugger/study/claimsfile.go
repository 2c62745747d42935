package study

import (
	"fmt"
	"os"
	"strings"
)

// ReadClaims reads a file of claims, one a line: the word for its kind, and what it says, as the flag of that name
// takes it. Lines that are empty, or begin with #, are left out.
//
//	# of the election
//	never two-leaders: 2 different nodes (leads)
//	sometimes 2 different nodes (candidate)
//
// The error says what is wrong, and in which line.
func ReadClaims(file string) (c Claims, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return c, err
	}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		kind, says, _ := strings.Cut(line, " ")
		one := Claims{}
		if err = one.Claim(kind, strings.TrimSpace(says)); err == nil {
			err = one.Check()
		}
		if err != nil {
			return c, fmt.Errorf("%s:%d: %w", file, i+1, Pictured(err))
		}
		c.Add(&one)
	}
	return c, nil
}

// Add adds the claims of another.
func (c *Claims) Add(other *Claims) {
	c.Always = append(c.Always, other.Always...)
	c.Never = append(c.Never, other.Never...)
	c.Finally = append(c.Finally, other.Finally...)
	c.NoState = append(c.NoState, other.NoState...)
	c.Sometimes = append(c.Sometimes, other.Sometimes...)
	c.Linearizable = append(c.Linearizable, other.Linearizable...)
	c.Models = append(c.Models, other.Models...)
}
