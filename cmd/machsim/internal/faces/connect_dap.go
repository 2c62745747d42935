//go:build !wasm

package faces

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/face/dap"
	"machsim/debugger/face/serve"
)

// joinsEditor lets an editor into a session: what it says goes to the adapter there, and what that says comes back.
func (d *dapCommand) joinsEditor(c *cobra.Command) error {
	l, err := linkIn(d.join.link)
	if err != nil {
		return err
	}
	ctx, cancel := untilCancelled(d.Machsim)
	defer cancel()
	seat, err := l.Join(ctx, d.join.wish(serve.Editor))
	if err != nil {
		return refused(err)
	}
	defer seat.Close()
	context.AfterFunc(ctx, func() { seat.Close() })
	conn, err := d.connect(ctx, c)
	if err != nil {
		return err
	}
	defer conn.Close()
	go func() {
		_, _ = io.Copy(seat, conn)
		seat.Close()
	}()
	_, err = io.Copy(conn, seat)
	if ctx.Err() == nil && err != nil {
		return cli.FailedBy(errors.New("the server is away"))
	}
	return nil
}

// joined lets an editor into the session that it attaches to: the adapter there serves it from now on.
func (d *dapCommand) joined(ctx context.Context, l dap.Launch) (*dap.Opened, error) {
	link, err := linkIn(l.Link)
	if err != nil {
		return nil, err
	}
	seat, err := link.Join(ctx, serve.Wish{Session: l.Session, As: guestName(l.As), Face: serve.Editor,
		TakeOver: l.TakeOver})
	if err != nil {
		return nil, err
	}
	return &dap.Opened{Other: &dap.Other{In: seat, Out: seat, Ended: func() error { return nil }},
		Close: func() { seat.Close() }}, nil
}
