package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// addParams adds the parameters of a program to a command, as flags. One that is called as a flag of machsim's is given
// by --param only, which takes all: so a new flag hides no parameter.
func addParams(c *cobra.Command, p *kernel.Program) {
	for _, q := range p.Params {
		if isFlag(q.Name) {
			continue
		}
		v := param(q.Default)
		c.Flags().Var(&v, q.Name, quote.Line(q.Doc))
		if v.Type() == "bool" {
			c.Flags().Lookup(q.Name).NoOptDefVal = "true"
		}
	}
}

// param is a program's parameter as it was typed. The program itself validates it.
type param string

func (v *param) String() string { return quote.Line(string(*v)) } // for help

func (v *param) Set(s string) error { *v = param(s); return nil }

// Type returns the word that help shows in place of the value.
func (v *param) Type() string {
	if *v == "true" || *v == "false" {
		return "bool"
	}
	return "value"
}

// ParamFlag is the flag that gives parameters whatever they are called.
const ParamFlag = "param"

// arguments returns the parameters that were given.
func arguments(c *cobra.Command, p *kernel.Program) map[string]string {
	args := map[string]string{}
	for _, q := range p.Params {
		if f := c.Flags().Lookup(q.Name); f != nil && f.Changed {
			if v, is := f.Value.(*param); is {
				args[q.Name] = string(*v)
			}
		}
	}
	named, _ := c.Flags().GetStringArray(ParamFlag)
	for _, text := range named {
		name, value, _ := strings.Cut(text, "=")
		args[name] = value
	}
	return args
}

// checkParams says what is wrong with what --param was given.
func checkParams(c *cobra.Command, p *kernel.Program) error {
	given := map[string]bool{}
	named, _ := c.Flags().GetStringArray(ParamFlag)
	for _, word := range named {
		name, _, ok := strings.Cut(word, "=")
		names := text.Each(p.Params, func(q kernel.Param) string { return q.Name })
		f := c.Flags().Lookup(name)
		switch {
		case !ok:
			return Wrong("--param %s has no value; it is given as --param NAME=VALUE", word)
		case !slices.Contains(names, name):
			return Wrong("%s has no parameter %q%s", p.Name, name, text.Meant(name, names))
		case given[name] || !isFlag(name) && f != nil && f.Changed:
			return Wrong("parameter %s is given twice", name)
		}
		given[name] = true
	}
	return nil
}

// mentioned returns the programs that have commands. Those that the command line does not name need none, unless it
// asks for names: to make the commands of all programs would take as long as a small run.
func (m *Machsim) mentioned() []*kernel.Program {
	if m.Words == nil || IsHelp(m.Words) || len(m.Words) > 0 && strings.HasPrefix(m.Words[0], "__complete") {
		return m.Programs
	}
	var some []*kernel.Program
	for _, p := range m.Programs {
		if slices.Contains(m.Words, p.Name) {
			some = append(some, p)
		}
	}
	return some
}

// perProgram adds to a command a subcommand for each program, with the flags of the program. So shells
// can complete the names.
func (m *Machsim) perProgram(c *cobra.Command, do func(*cobra.Command, *kernel.Program) error) {
	c.Args = cobra.ArbitraryArgs
	c.PersistentFlags().StringArray(ParamFlag, nil, "give a parameter as `NAME=VALUE`, even if a flag has its name")
	c.FParseErrWhitelist.UnknownFlags = true
	c.ValidArgsFunction = completeDirectory
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Wrong("%s needs the name of a program; machsim list shows which there are", c.CommandPath())
		}
		if m.FindProgram(args[0]) != nil {
			return Wrong("leave the -- out: %s %s", c.CommandPath(), commandline.Words(args))
		}
		return m.NoSuchProgram(args[0])
	}
	for _, p := range m.mentioned() {
		sub := &cobra.Command{
			Use:   p.Name,
			Short: quote.Line(p.Doc),
			Long:  describe(p),
			Args:  func(c *cobra.Command, args []string) error { return takesNone(c, m.called(c), args) },
			RunE: func(c *cobra.Command, _ []string) error {
				if err := checkParams(c, p); err != nil {
					return err
				}
				return do(c, p)
			},

			ValidArgsFunction: cobra.NoFileCompletions,
		}
		addParams(sub, p)
		sub.SetUsageTemplate(strings.Replace(usage, "{{.UseLine}}", "{{.Parent.CommandPath}} "+m.Typed(p)+" [flags]", 1))
		c.AddCommand(sub)
	}
}
