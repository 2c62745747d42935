package debugger

import "machsim/debugger/tables"

// catalogue is the tables of the run.
func (r *run) catalogue() *tables.Catalogue {
	if r.tables == nil {
		r.tables = tables.Of(r.s)
	}
	return r.tables
}
