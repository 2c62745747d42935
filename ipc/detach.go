package ipc

import "slices"

// The Detach methods replace the slices of a copied record by copies, so that writing
// to one record does not change the other (table.Record).

// Detach makes the port's slices its own.
func (p *Port) Detach() {
	p.Requests = slices.Clone(p.Requests)
	p.Holders = slices.Clone(p.Holders)
}

// Detach makes the set's slices its own.
func (t *Set) Detach() { t.Members = slices.Clone(t.Members) }

// Detach makes the space's slices its own.
func (sp *Space) Detach() {
	sp.Table = slices.Clone(sp.Table)
	sp.Chosen = slices.Clone(sp.Chosen)
	sp.ByPort.detach()
}

// Detach makes the message's slices its own.
func (m *Msg) Detach() { m.Items = slices.Clone(m.Items) }
