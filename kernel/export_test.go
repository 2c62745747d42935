package kernel

// ForgetPlaces has the next call of each program find its line by unwinding the stack.
func (m *Machine) ForgetPlaces() { m.places = newPlaces() }

// TakeLongWay has no message go as an ipc.Express.
func (m *Machine) TakeLongWay() { m.direct = false }

// Parts goes from a variable to one of its parts, as an edit does.
var Parts = parts
