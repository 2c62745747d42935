package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Company is those who share a session; the prompt asks it, and tells it what a person wants.
type Company interface {
	// Who tells who is there.
	Who() []Guest
	// Give lets a guest move, in place of the one who asks.
	Give(name string) error
	// Take lets the one who asks move.
	Take() error
}

// Guest is somebody in a session that several share.
type Guest struct {
	Name  string
	Face  string // prompt, page or editor
	Moves bool   // he moves; all others look
	Looks bool   // he may only look, unless he is let move
	Here  bool   // he is who asks
}

type companyKey struct{}

// InCompany returns a context of calls in a session that several share.
func InCompany(ctx context.Context, t Company) context.Context {
	return context.WithValue(ctx, companyKey{}, t)
}

// CompanyOf is the session that several share of a context; nil for none.
func CompanyOf(ctx context.Context) Company {
	t, _ := ctx.Value(companyKey{}).(Company)
	return t
}

const aboutShared = `Several can be in a session that machsim serve holds (docs/SERVING.md). One of them moves; all
others look: they follow, and may ask whatever moves and changes nothing.`

// ErrAlone is the error of a command for those who share a session, where nobody does.
var ErrAlone = errors.New("nobody else can be in this session: machsim serve has sessions that others can join")

func (p *Prompt) who(ctx context.Context, _ []string) (string, error) {
	t := CompanyOf(ctx)
	if t == nil {
		return "", ErrAlone
	}
	var b strings.Builder
	for _, g := range t.Who() {
		fmt.Fprintf(&b, "%s  %s, %s%s\n", g.Name, g.Face, g.Does(), map[bool]string{true: "  (you)"}[g.Here])
	}
	return b.String(), nil
}

// Does says what a guest does, in a word or some.
func (g Guest) Does() string {
	switch {
	case g.Moves:
		return "moves"
	case g.Looks:
		return "looks, and has to be let move"
	}
	return "looks"
}

func (p *Prompt) give(ctx context.Context, words []string) (string, error) {
	t := CompanyOf(ctx)
	if t == nil {
		return "", ErrAlone
	}
	if err := t.Give(words[0]); err != nil {
		return "", err
	}
	return words[0] + " moves from now on\n", nil
}

func (p *Prompt) take(ctx context.Context, _ []string) (string, error) {
	t := CompanyOf(ctx)
	if t == nil {
		return "", ErrAlone
	}
	if err := t.Take(); err != nil {
		return "", err
	}
	return "you move from now on\n", nil
}
