package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/event/text"
)

// FlagError returns the error for an unknown flag, or a wrong value.
func (m *Machsim) FlagError(c *cobra.Command, err error) error {
	if args := c.Flags().Args(); !c.HasParent() && len(args) > 0 {
		return m.noCommand(c, args) // the flag is not the first that is wrong
	}
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return m.noFlag(c, unknown)
	case errors.As(err, &missing):
		return noValue(missing.GetFlag())
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return Wrong("--%s must be %s, not %q", f.Name, kind(f), invalid.GetValue())
	}
	return Wrong("%s; type %s --help to see the flags", err, m.called(c))
}

// called returns the words of a command. A program of a user's package is called as it is typed, not by
// its name.
func (m *Machsim) called(c *cobra.Command) string {
	if p := m.FindProgram(c.Name()); p != nil && c.HasParent() {
		return c.Parent().CommandPath() + " " + m.Typed(p)
	}
	return c.CommandPath()
}

// noValue returns the error for a flag without the value that it needs.
func noValue(f *pflag.Flag) error {
	if f.Value.Type() == "string" {
		word, _ := pflag.UnquoteUsage(f)
		return Wrong("--%s needs a value: --%s %s", f.Name, f.Name, word)
	}
	return Wrong("--%s needs a value, %s", f.Name, kind(f))
}

// noFlag returns the error for a flag that a command does not have.
func (m *Machsim) noFlag(c *cobra.Command, err *pflag.NotExistError) error {
	names := flagNames(c)
	typed := "--" + err.GetSpecifiedName()
	near := text.Meant(typed, names)
	if short := err.GetSpecifiedShortnames(); short != "" {
		typed = "-" + short
		near = text.Meant("-"+typed, names)
	}
	if near != "" {
		return Wrong("%s has no flag %s%s; type %s --help to see the flags", m.called(c), typed, near, m.called(c))
	}
	return Wrong("%s has no flag %s; it has %s", m.called(c), typed, strings.Join(names, ", "))
}

// kind describes the values of a flag. Flags of other types are parameters, which programs validate
// themselves.
func kind(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "uint64":
		return "a whole number from 0 to 2^64-1"
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time such as 500ms or 2s"
	}
	return f.Usage
}

// flagNames returns the names of a command's flags, in order.
func flagNames(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	slices.Sort(names)
	return names
}
