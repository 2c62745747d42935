package mcp

import (
	"context"
	"fmt"
	"io"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger/face/dap"
)

// relay is another process that serves the client in place of this one.
type relay struct {
	other   *dap.Other
	session *sdk.ClientSession
}

// relays begins to hand calls on to another process.
func (s *Session) relays(ctx context.Context, to *dap.Other) (*relay, error) {
	c := sdk.NewClient(&sdk.Implementation{Name: "machsim", Version: s.o.Version}, nil)
	session, err := c.Connect(ctx, &sdk.IOTransport{Reader: io.NopCloser(to.Out), Writer: to.In}, nil)
	if err != nil {
		to.In.Close()
		_ = to.Ended()
		return nil, err
	}
	return &relay{to, session}, nil
}

// passes hands a call on. If the other process has ended, nothing is open any more.
func (s *Session) passes(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, any, error) {
	x, data, err := s.to.ask(ctx, r.Params.Name, r.Params.Arguments)
	if err != nil && ctx.Err() == nil {
		s.close()
		err = fmt.Errorf("the process of the program has ended: open the run once more (%w)", err)
	}
	return x, data, err
}

// ask calls a tool of the other process. What it answers is an answer as it is.
func (y *relay) ask(ctx context.Context, name string, arguments any) (*sdk.CallToolResult, any, error) {
	x, err := y.session.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		return nil, nil, err
	}
	return x, x.StructuredContent, nil
}

// close ends the other process.
func (y *relay) close() {
	_ = y.session.Close()
	y.other.In.Close()
	_ = y.other.Ended()
}
