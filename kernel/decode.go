package kernel

import (
	"errors"
	"reflect"

	"machsim/ipc"
)

// Decoder returns a function that reads messages made from structs of the type of kind, for whoever looks at a run from
// outside. It returns false for a message of another type. The error says why the type cannot be sent. The function is
// for one goroutine at a time.
func Decoder(kind any) (func(*ipc.Message) (any, bool), error) {
	c := newCodec(reflect.TypeOf(kind)).ready()
	if c.refuse != "" {
		return nil, errors.New(c.refuse)
	}
	return func(m *ipc.Message) (any, bool) {
		defer c.empty()
		if m.ID != c.id && (shapeText(m.Items) == "" || shapeText(m.Items) != c.shape) || !c.decode(m, c.box.Elem()) {
			return nil, false
		}
		return c.box.Elem().Interface(), true
	}, nil
}
