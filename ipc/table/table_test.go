package table

import (
	"slices"
	"testing"
)

type rec struct {
	n    int
	list []int
}

func (r *rec) Detach() { r.list = slices.Clone(r.list) }

func ids(t *Table[rec, *rec]) (all []uint32) {
	for id := range t.All {
		all = append(all, id)
	}
	return all
}

func TestIDsAreReusedLowestFirst(t *testing.T) {
	var tab Table[rec, *rec]
	for want := uint32(1); want < 200; want++ {
		if id := tab.New(); id != want {
			t.Fatalf("New() = %d, want %d", id, want)
		}
	}
	tab.Free(150)
	tab.Free(7)
	if tab.Has(7) || tab.Has(0) || tab.Has(5000) || !tab.Has(8) {
		t.Fatal("Has is wrong about 0, 7, 8 or 5000")
	}
	if a, b := tab.New(), tab.New(); a != 7 || b != 150 {
		t.Fatalf("New() = %d, %d, want 7, 150", a, b)
	}
	if tab.Len() != 199 || len(ids(&tab)) != 199 {
		t.Fatalf("Len() = %d with %d ids, want 199", tab.Len(), len(ids(&tab)))
	}
}

func TestClonesDoNotSeeEachOthersWrites(t *testing.T) {
	var tab Table[rec, *rec]
	for range 100 {
		tab.Mut(tab.New()).list = []int{1, 2}
	}
	c := tab.Clone()
	tab.Mut(3).n, tab.Mut(3).list[0] = 5, 50
	c.Mut(90).list[1] = 60
	tab.Free(4)
	if c.At(3).n != 0 || c.At(3).list[0] != 1 || !c.Has(4) {
		t.Error("the clone sees what the original wrote")
	}
	if tab.At(90).list[1] != 2 {
		t.Error("the original sees what the clone wrote")
	}
	if tab.At(3).list[0] != 50 || c.At(90).list[1] != 60 {
		t.Error("a write is lost")
	}
}
