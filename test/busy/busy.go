// Package busy keeps Debuggers busy in tests of their faces.
package busy

import (
	"context"
	"testing"
)

// Keep keeps a Debugger busy, whose Do it is given, until release is called.
func Keep(t testing.TB, do func(context.Context, string, func(context.Context) error) error) (release func()) {
	t.Helper()
	begun, over, ended := make(chan bool), make(chan bool), make(chan error, 1)
	go func() {
		ended <- do(context.Background(), "a long search", func(context.Context) error {
			close(begun)
			<-over
			return nil
		})
	}()
	<-begun
	return func() {
		close(over)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
