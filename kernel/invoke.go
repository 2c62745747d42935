package kernel

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"unsafe"

	"machsim/ipc"
)

// invoke calls a method of a variable, or only checks that it could.
func invoke(v reflect.Value, e *Edit, really bool) error {
	if !v.CanAddr() {
		return fmt.Errorf("%s is a copy of a value, and a method would change that", e.Name)
	}
	m, err := methodIn(reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())), e.Value)
	if err != nil {
		return err
	}
	if m.Type().NumIn() != len(e.Items) || m.Type().IsVariadic() {
		return fmt.Errorf("%s takes other arguments", e.Value)
	}
	var args []reflect.Value
	for i := range e.Items {
		a := reflect.New(m.Type().In(i)).Elem()
		if !argument(a, &e.Items[i]) {
			return fmt.Errorf("argument %d of %s cannot be of type %s", i+1, e.Value, a.Type())
		}
		args = append(args, a)
	}
	if !really {
		return nil
	}
	return guarded(e.Value, func() { m.Call(args) })
}

// methodIn is a method of what a pointer leads to, or of that itself if it is a pointer. Those of machsim's own types
// are no business of a person at a debugger.
func methodIn(p reflect.Value, name string) (m reflect.Value, err error) {
	for _, v := range []reflect.Value{p, p.Elem()} {
		of := v.Type()
		for of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		switch {
		case of.PkgPath() == "machsim/kernel" || strings.HasPrefix(of.PkgPath(), "machsim/kernel/"):
			return m, fmt.Errorf("a value of type %s is the kernel's", v.Type())
		case v.Kind() == reflect.Pointer && v.IsNil(), v.Kind() == reflect.Interface && v.IsNil():
		default:
			if m = v.MethodByName(name); m.IsValid() {
				return m, nil
			}
		}
	}
	return m, fmt.Errorf("a value of type %s has no method %q that can be called", p.Type().Elem(), name)
}

// argument gives a variable the value of an item. ok is false if it cannot have that.
func argument(v reflect.Value, it *ipc.Item) (ok bool) {
	switch {
	case it.Kind == ipc.KindInt && v.CanInt():
		v.SetInt(int64(it.Num))
	case it.Kind == ipc.KindInt && v.CanUint():
		v.SetUint(it.Num)
	case it.Kind == ipc.KindFloat && v.CanFloat():
		v.SetFloat(math.Float64frombits(it.Num))
	case it.Kind == ipc.KindBool && v.Kind() == reflect.Bool:
		v.SetBool(it.Num != 0)
	case it.Kind == ipc.KindString && v.Kind() == reflect.String:
		v.SetString(it.Str)
	default:
		return false
	}
	return true
}

// guarded calls a method, and turns a panic into an error.
func guarded(method string, f func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the method %s panics", method)
		}
	}()
	f()
	return nil
}
