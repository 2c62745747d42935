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

func allocated(t *Table[rec, *rec]) (all []uint32) {
	for id := range t.All {
		all = append(all, id)
	}
	return all
}

func TestIDsAreReusedLowestFirst(t *testing.T) {
	var tab Table[rec, *rec]
	for want := uint32(1); want < 200; want++ {
		if id := New(&tab); id != want {
			t.Fatalf("New() = %d, want %d", id, want)
		}
	}
	tab.Free(150)
	tab.Free(7)
	if tab.Has(7) || tab.Has(0) || tab.Has(5000) || !tab.Has(8) {
		t.Fatal("Has is wrong about 0, 7, 8 or 5000")
	}
	if a, b := New(&tab), New(&tab); a != 7 || b != 150 {
		t.Fatalf("New() = %d, %d, want 7, 150", a, b)
	}
	if tab.Len() != 199 || len(allocated(&tab)) != 199 {
		t.Fatalf("Len() = %d with %d ids, want 199", tab.Len(), len(allocated(&tab)))
	}
}

func TestAny(t *testing.T) {
	var tab Table[rec, *rec]
	for i := range 30 {
		tab.Mut(New(&tab)).n = i % 7
	}
	for id := uint32(3); id < 30; id += 7 { // all that are 2
		tab.Free(id)
	}
	for want := range 9 {
		found := false
		for _, id := range allocated(&tab) {
			found = found || tab.At(id).n == want
		}
		if is := tab.Any(func(_ uint32, r *rec) bool { return r.n == want }); is != found || is == (want == 2 || want > 6) {
			t.Errorf("Any is %t of %d, want %t", is, want, found)
		}
	}
}

func TestPicturesAreNotTouchedByLaterWrites(t *testing.T) {
	var tab Table[rec, *rec]
	for range 100 {
		tab.Mut(New(&tab)).list = []int{1, 2}
	}
	first := Freeze(&tab)
	tab.Mut(3).n, tab.Mut(3).list[0] = 5, 50
	tab.Free(4)
	second := Freeze(&tab)
	tab.Mut(3).list[0] = 51
	third := Freeze(&tab)

	if first.At(3).n != 0 || first.At(3).list[0] != 1 || !first.Has(4) {
		t.Error("the first picture shows what was written after it")
	}
	if second.At(3).n != 5 || second.At(3).list[0] != 50 || second.Has(4) {
		t.Error("the second picture is wrong")
	}
	if third.At(3).list[0] != 51 {
		t.Error("the third picture misses a write")
	}
	if first.At(90) != second.At(90) {
		t.Error("pictures do not share a page that nobody wrote to")
	}
	back := thaw(&first)
	back.Mut(90).list[1] = 60
	if first.At(90).list[1] != 2 || back.At(90).list[1] != 60 || back.At(3).n != 0 {
		t.Error("the thawed table is not one of its own")
	}
	last := Freeze(&back)
	if last.At(90).list[1] != 60 {
		t.Error("the picture of a thawed table is wrong")
	}
}

func TestPicturesRefuseWrites(t *testing.T) {
	var tab Table[rec, *rec]
	New(&tab)
	picture := Freeze(&tab)
	defer func() {
		if recover() == nil {
			t.Error("a write to a picture did not panic")
		}
	}()
	picture.Mut(1).n = 1
}
