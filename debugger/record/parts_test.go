package record

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"machsim/kernel"
)

// endless is a program that never ends, of two threads that do not know each other.
var endless = &kernel.Program{Name: "endless", Main: func(b *kernel.Boot) {
	h := b.Host("here")
	for _, name := range []string{"a", "b"} {
		b.Task(h, name, func(th *kernel.Thread) {
			for n := 0; ; n++ {
				if th.Yield(); n%2 == 0 {
					th.Random(1 << 20)
				}
				if n%5000 == 0 {
					th.Printf("%d", n)
				}
				if n%9000 == 0 {
					_, _ = th.ReadLine()
				}
			}
		})
	}
}}

// bounded records so many events of endless, and looks at the files before each is written to.
func bounded(t *testing.T, k Keep, events uint64, look func(dir string)) string {
	t.Helper()
	return pictured(t, k, events, nil, look)
}

// pictured is bounded with pictures, if there is something to take them.
func pictured(t *testing.T, k Keep, events uint64, take func(*kernel.State) []byte, look func(dir string)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.rec")
	check(t, boundedAs(t, path, k, events, take, look))
	return path
}

// boundedAs is bounded in a file. The error is that of the end.
func boundedAs(t *testing.T, path string, k Keep, events uint64, take func(*kernel.State) []byte,
	look func(dir string)) error {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := NewParts(f, k)
	if err != nil {
		t.Fatal(err)
	}
	cfg := kernel.Config{Seed: 3, MaxSteps: events}
	r := Start(parts, HeaderOf(endless, cfg))
	r.Pictures(take)
	door := kernel.NewRandom(3)
	door.Lines = lines()
	cfg.Door, cfg.Tracer = r.Wrap(door), r.Tracer()
	steps := 0
	cfg.Tracer = cfg.Tracer.And(kernel.Tracer{Step: func(s *kernel.State, _ kernel.Actor, _ kernel.Op, _ bool) {
		if steps++; steps%4096 == 0 && look != nil {
			look(filepath.Dir(path))
		}
		r.Between(s)
	}})
	m, err := kernel.New(endless, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	return errors.Join(r.End(EndingOf(m)), parts.Close())
}

// within fails if the files of a recording take more than the bound and an eighth, or one of them more than that.
func within(t *testing.T, dir string, bound int64) {
	t.Helper()
	all, err := os.ReadDir(dir)
	check(t, err)
	size, largest := int64(0), int64(0)
	for _, e := range all {
		if info, err := e.Info(); err == nil {
			size += info.Size()
			largest = max(largest, info.Size())
		}
	}
	if size > bound*9/8 || largest > bound/8 {
		t.Fatalf("%d bytes in %d files", size, len(all))
	}
}

// TestPictures: pictures of all sizes stand as far apart as they are to, wherever files begin, and these take no more
// than without any. What begins at one of them is a recording.
func TestPictures(t *testing.T) {
	defer func(n uint64) { pictureEvents = n }(pictureEvents)
	pictureEvents = 10_000
	const bound = 4 * LeastKept
	rng := rand.New(rand.NewPCG(5, 5))
	take := func(*kernel.State) []byte {
		b := make([]byte, 1+rng.IntN([]int{100, 1000, 5000, bound / 16}[rng.IntN(4)]))
		b[0] = byte(rng.Uint32())
		return b
	}
	path := pictured(t, Keep{Bytes: bound}, 1_400_000, take, func(dir string) { within(t, dir, bound) })
	rec, err := Open(path)
	check(t, err)
	if len(rec.starts) < 3*keepParts || rec.Dropped == 0 || rec.Bytes < bound*3/4 {
		t.Fatalf("%d parts, in %d bytes; %d events were dropped", len(rec.starts), rec.Bytes, rec.Dropped)
	}
	early := 0
	for i, x := range rec.starts[1:] {
		was := rec.starts[i]
		events, size := x.Dropped-was.Dropped, x.at-was.at
		more := size - pictureTimes*(len(was.Picture)+len(was.Typed)) // bytes than there are to be at least
		if more > 2*bound/64 && events > 2*pictureEvents {            // a chunk was not written yet
			t.Errorf("after event %d there is no picture for %d events, %d bytes", was.Dropped, events, size)
		}
		if more < 0 || events < pictureEvents {
			early++ // where a file begins
		}
		late, ok, err := rec.Later(x.Dropped + events/2)
		if err != nil || !ok || late.Dropped > x.Dropped+events/2 || late.Events != rec.Events ||
			late.Dropped < x.Dropped || !bytes.Equal(late.Picture, late.starts[0].Picture) {
			t.Errorf("from event %d on: %v, %+v", x.Dropped, err, late)
		}
	}
	if early > 2*keepParts {
		t.Errorf("%d of %d pictures are too early", early, len(rec.starts))
	}
}

// TestParts: all files together never take more than the bound and an eighth, and are a recording at any moment; at the
// end there is one file.
func TestParts(t *testing.T) {
	const bound = LeastKept
	dropped, looked := 0, 0
	path := bounded(t, Keep{Bytes: bound}, 700_000, func(dir string) {
		within(t, dir, bound)
		if looked++; looked%8 == 0 {
			rec, err := Open(filepath.Join(dir, "x.rec"))
			if err != nil || !rec.Truncated {
				t.Fatalf("%v, %+v", err, rec)
			}
			if rec.Dropped > 0 {
				dropped++
			}
		}
	})
	if all, err := filepath.Glob(path + "*"); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	rec, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Truncated || rec.Events != 700_000 || rec.Dropped == 0 || rec.Bytes < bound*3/4 || dropped == 0 {
		t.Errorf("%d events, %d dropped, in %d bytes; %d times some were", rec.Events, rec.Dropped, rec.Bytes, dropped)
	}
	r := NewReplay(rec)
	r.Lead(kernel.NewRandom(3))
	m, err := kernel.New(endless, kernel.Config{Seed: 3, MaxSteps: rec.MaxSteps, Door: r, Tracer: r.Tracer()})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	r.Attach(m.Interrupt, m.Hold)
	m.Run()
	if res := r.Result(EndingOf(m)); !res.Identical() {
		t.Errorf("%+v, %+v", res, res.Divergence)
	}
}

// TestPartsOfAnEndedProcess: what a process has left that was ended is completed as one file, with the events of its
// journal.
func TestPartsOfAnEndedProcess(t *testing.T) {
	memory := make([]byte, JournalBytes)
	path := filepath.Join(t.TempDir(), "x.rec")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := NewParts(f, Keep{Events: 1000})
	if err != nil {
		t.Fatal(err)
	}
	cfg := kernel.Config{Seed: 3, MaxSteps: 10_077}
	r := Start(parts, HeaderOf(endless, cfg))
	r.Mirror(memory)
	cfg.Door, cfg.Tracer = r.Wrap(kernel.NewRandom(3)), r.Tracer()
	m, err := kernel.New(endless, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	for range 2 {
		if err := Recover(path, memory); err != nil {
			t.Fatal(err)
		}
	}
	rec, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Events != 10_077 || !rec.Truncated || rec.Events-rec.Dropped > 1000 || rec.Events-rec.Dropped < 800 {
		t.Errorf("%d events, %d dropped", rec.Events, rec.Dropped)
	}
	if all, _ := filepath.Glob(path + "*"); len(all) != 1 {
		t.Errorf("%v", all)
	}
}

// TestTakenPlaceOfParts: a recording takes the place of another that is in parts. Whatever is there when the process
// ends on the way, is opened and completed as the one or the other.
func TestTakenPlaceOfParts(t *testing.T) {
	memory := make([]byte, JournalBytes)
	path := filepath.Join(t.TempDir(), "x.rec")
	f, err := os.Create(path)
	check(t, err)
	parts, err := NewParts(f, Keep{Events: 1000})
	check(t, err)
	cfg := kernel.Config{Seed: 3, MaxSteps: 10_077}
	of := Start(parts, HeaderOf(endless, cfg))
	of.Mirror(memory)
	cfg.Door, cfg.Tracer = of.Wrap(kernel.NewRandom(3)), of.Tracer()
	m, err := kernel.New(endless, cfg)
	check(t, err)
	defer m.Close()
	m.Run()
	old := bytes.Clone(memory)
	journal{(*[JournalBytes]byte)(old)}.set(headFile, 0) // as it is on the way
	before := filesOf(t, path)
	rec, err := Open(path)
	check(t, err)

	h := rec.Header
	h.Edits = []kernel.Edit{{After: 9_000, Kind: kernel.EditKillTask, Object: 1}}
	r, events := GoOn(new(bytes.Buffer), h, rec, nil, rec.Events-500)
	all, err := r.Bytes()
	check(t, err)
	dir := filepath.Dir(path)
	check(t, os.Rename(dir, dir+"-"))
	if err := r.TakePlace(of); err == nil || of.ended.Load() || of.err != nil || len(parts.live) == 0 {
		t.Errorf("%v, %v: in a directory that is gone it has ended, or has lost its parts", err, of.err)
	}
	check(t, os.Rename(dir+"-", dir))
	inTheWay := path + partMark + strconv.Itoa(parts.last+1)
	check(t, os.MkdirAll(filepath.Join(inTheWay, "x"), 0o777))
	if err := r.TakePlace(of); err == nil || of.err == nil {
		t.Error("it has taken a place that it cannot have")
	}
	check(t, os.RemoveAll(inTheWay))
	if err := (journal{(*[JournalBytes]byte)(memory)}).mine(path); err != nil {
		t.Errorf("where it has come no further: %v", err)
	}
	if rec, err := Open(path); err != nil || rec.Events != events || len(rec.Edits) != 1 {
		t.Errorf("where it has come no further there is %+v, %v", rec, err)
	}
	check(t, r.TakePlace(of))
	after := filesOf(t, path)
	so, err := r.SoFar()
	check(t, err)
	if so.Events != events || len(so.Edits) != 1 || events == rec.Events || len(after) < 4 {
		t.Fatalf("%d events of %d, in %d files: %v", so.Events, rec.Events, len(after), so.Edits)
	}
	r.horizon.Typed = nil
	r.part(0, nil)
	if late, err := Open(path); err != nil || late.Changed || !late.starts[len(late.starts)-1].Changed {
		t.Errorf("%v: it does not say from where on it was changed", err)
	}
	check(t, DropParts(path))
	takenFrom(t, path, memory)
	states := []map[string][]byte{before, with(before, "", all), with(nil, "", all), after}
	for name, b := range after {
		if name != "" {
			states = append(states, with(map[string][]byte{name: b}, "", all))
		}
	}
	for i, state := range states {
		for name, b := range state {
			check(t, os.WriteFile(path+name, b, 0o666))
		}
		want := events
		if i == 0 {
			want = 10_077
		} else if rec, err := Open(path); err != nil || rec.Events != want || len(rec.Edits) != 1 {
			t.Errorf("state %d: %v, %+v", i, err, rec)
		}
		check(t, Recover(path, bytes.Clone(old)))
		if rec, err := Open(path); err != nil || rec.Events != want || len(rec.Edits) != min(i, 1) {
			t.Errorf("state %d, completed: %v, %+v", i, err, rec)
		}
		if left := filesOf(t, path); len(left) != 1 {
			t.Errorf("state %d: %d files are left", i, len(left))
		}
	}
}

// filesOf returns what is in a recording's files, by what their names have after its own.
func filesOf(t *testing.T, path string) map[string][]byte {
	t.Helper()
	all, err := filepath.Glob(path + "*")
	check(t, err)
	files := map[string][]byte{}
	for _, name := range all {
		files[name[len(path):]], err = os.ReadFile(name)
		check(t, err)
	}
	return files
}

// with returns files, of which one has something else.
func with(files map[string][]byte, name string, b []byte) map[string][]byte {
	all := map[string][]byte{name: b}
	for other, b := range files {
		if other != name {
			all[other] = b
		}
	}
	return all
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestDamagedParts: no byte of a bounded recording can be changed, and no part left out.
func TestDamagedParts(t *testing.T) {
	path := bounded(t, Keep{Events: 600}, 3000, nil)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range file {
		b := bytes.Clone(file)
		b[i] ^= 0x55
		var bad *Error
		if rec, err := Read(b); !errors.As(err, &bad) {
			t.Fatalf("byte %d: %v, %+v", i, err, rec)
		}
	}
	rec, err := Read(file)
	if err != nil || len(rec.starts) < 4 {
		t.Fatalf("%v, %d parts", err, len(rec.starts))
	}
	var whole []frame
	left := false
	for _, f := range framesOf(t, file) {
		if f.kind == framePart && len(whole) > 4 && !left {
			left = true
			whole = whole[:len(whole)-1] // a chunk
		}
		whole = append(whole, f)
	}
	if _, err := Read(linked(whole)); err == nil || !left {
		t.Errorf("a part is left out: %v", err)
	}
}

// begunAs begins a recording under a name, which it takes from another one.
func begunAs(t *testing.T, path string, k Keep) *Recorder {
	t.Helper()
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	check(t, err)
	h := HeaderOf(endless, kernel.Config{Seed: 3})
	if k.All() {
		check(t, DropParts(path))
		return Start(f, h)
	}
	parts, err := NewParts(f, k)
	check(t, err)
	return Start(parts, h)
}

// goesOn makes so many events of the run of a recording.
func goesOn(t *testing.T, r *Recorder, events uint64) {
	t.Helper()
	cfg := kernel.Config{Seed: 3, MaxSteps: events, Door: r.Wrap(kernel.NewRandom(3)), Tracer: r.Tracer()}
	m, err := kernel.New(endless, cfg)
	check(t, err)
	defer m.Close()
	m.Run()
}

// TestPartsOfOneName: of two runs that are recorded under one name at once, the one that was begun later has it, whole,
// whatever the other one does then; and that says so.
func TestPartsOfOneName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.rec")
	begin := func() *Recorder { return begunAs(t, path, Keep{Events: 1000}) }
	goOn := func(r *Recorder) { goesOn(t, r, 10_077) }
	for _, later := range []bool{false, true} {
		first := begin()
		if later {
			goOn(first)
		}
		second := begin()
		goOn(second)
		there := filesOf(t, path)
		if later {
			first.mu.Lock()
			first.part(0, nil)
			first.mu.Unlock()
		} else {
			goOn(first)
		}
		if err := first.End(Ending{}); err == nil || len(there) < 4 || !reflect.DeepEqual(filesOf(t, path), there) {
			t.Errorf("%v; it has changed what another one has", err)
		}
		check(t, second.End(Ending{}))
		if rec, err := Open(path); err != nil || rec.Truncated || rec.Events != 10_077 || len(filesOf(t, path)) != 1 {
			t.Errorf("%v, %+v", err, rec)
		}
	}
}

// TestJournalOfOneName: nor does whoever completes the recording of the earlier run change what the later one has, be
// it of the same events. Once that is complete, its journal is not for what takes its name.
func TestJournalOfOneName(t *testing.T) {
	if numberOf(must(os.Stat("."))) == 0 {
		t.Skip("files are not known here")
	}
	some := Keep{Events: 1000}
	for _, k := range []struct{ first, second Keep }{{}, {Keep{}, some}, {some, Keep{}}, {some, some}} {
		path, memory := filepath.Join(t.TempDir(), "x.rec"), [2][]byte{make([]byte, JournalBytes), make([]byte, JournalBytes)}
		first := begunAs(t, path, k.first)
		first.Mirror(memory[0])
		goesOn(t, first, 10_077)
		second := begunAs(t, path, k.second)
		second.Mirror(memory[1])
		untouched := func(when string, memory []byte, taken bool) {
			t.Helper()
			there := filesOf(t, path)
			if err := Recover(path, memory); errors.As(err, new(*Taken)) != taken || !taken && err != nil {
				t.Errorf("%+v, %s: %v", k, when, err)
			}
			if !reflect.DeepEqual(filesOf(t, path), there) {
				t.Errorf("%+v, %s: what another one has is changed", k, when)
			}
		}
		untouched("at the second's beginning", memory[0], true)
		goesOn(t, second, 10_077)
		untouched("where both are as far", memory[0], true)
		there := filesOf(t, path)
		if err := first.End(Ending{}); !errors.As(err, new(*Taken)) || !reflect.DeepEqual(filesOf(t, path), there) {
			t.Errorf("%+v: the first ends: %v", k, err)
		}
		check(t, second.End(Ending{}))
		untouched("when the second has ended", memory[0], true)
		goesOn(t, begunAs(t, path, k.first), 10_077)
		untouched("when a third one has its name", memory[1], false)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestPartsNowhere: where the directory goes while the run is made, or takes no file any more, the run goes on, nothing
// of it is gathered in memory, and the end says why.
func TestPartsNowhere(t *testing.T) {
	for _, spoil := range []func(path string, next int){
		func(path string, _ int) { check(t, os.RemoveAll(filepath.Dir(path))) },
		func(path string, next int) { check(t, os.Mkdir(path+partMark+strconv.Itoa(next), 0o777)) },
	} {
		path := filepath.Join(t.TempDir(), "x.rec")
		r := begunAs(t, path, Keep{Events: 1000})
		goesOn(t, r, 10_077)
		spoil(path, r.parts.last+1)
		goesOn(t, r, 300_000)
		there := 8*cap(r.packed.words) + cap(r.inputs) + cap(r.prints) + cap(r.calls.b) + len(r.horizon.Typed)
		if err := r.End(Ending{}); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) || there > 4*chunkBytes {
			t.Errorf("%v; there are %d bytes", err, there)
		}
	}
}

// TestPartsThatAreNone has beside a recording what looks like parts: what is no regular file is none, and reading does
// not wait for it. Parts with gaps, which no recording has, are removed when another one begins.
func TestPartsThatAreNone(t *testing.T) {
	path := bounded(t, Keep{Events: 20_000}, 50_000, nil)
	if err := os.Mkdir(path+partMark+"1", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", path+partMark+"2"); err != nil {
		t.Skip(err)
	}
	if all, err := partsOf(path); len(all) != 0 || err != nil {
		t.Errorf("%v: %v", all, err)
	}
	for _, n := range []string{"3", "7", "17"} {
		if err := os.WriteFile(path+partMark+n, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := partsOf(path); err == nil {
		t.Errorf("they follow each other: %v", all)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewParts(f, Keep{Events: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if all, last, err := numbered(path); len(all) != 0 || last != 0 || err != nil {
		t.Errorf("%v are left: %v", all, err)
	}
}

// TestPartsGone: the oldest part may go while the run is made. Of one from between it is said which is missing, and
// what to do.
func TestPartsGone(t *testing.T) {
	for _, oldest := range []bool{true, false} {
		path, gone := filepath.Join(t.TempDir(), "x.rec"), 0
		err := boundedAs(t, path, Keep{Events: 20_000}, 50_000, nil, func(dir string) {
			parts, last, err := numbered(path)
			check(t, err)
			if len(parts) == 8 && last == 17 && gone == 0 {
				if gone = last - len(parts) + 1; !oldest {
					gone = last
				}
				check(t, os.Remove(parts[gone]))
			}
		})
		if missing := fmt.Sprintf("x.rec.kept%d is missing", gone); !oldest && strings.Contains(fmt.Sprint(err), missing) {
			for err = nil; gone > 0; gone-- {
				_ = os.Remove(fmt.Sprint(path, partMark, gone))
			}
		}
		check(t, err)
		if rec, err := Open(path); err != nil || rec.Events != 50_000 || (gone > 0) != oldest {
			t.Errorf("part %d: %v, %+v", gone, err, rec)
		}
	}
}

// TestPartsCompleted: who has read the header, and then finds that all has become one file, reads that.
func TestPartsCompleted(t *testing.T) {
	path := bounded(t, Keep{Events: 20_000}, 50_000, nil)
	rec, err := Open(path)
	check(t, err)
	header := rec.data[:rec.starts[0].at]
	if b, err := withParts(path, header); err != nil || !bytes.Equal(b, rec.data) {
		t.Errorf("%d bytes, not %d: %v", len(b), len(rec.data), err)
	}
	part := path + partMark + "7"
	check(t, os.WriteFile(part, rec.data[len(header):], 0o666))
	check(t, os.WriteFile(path, header, 0o666))
	to := filepath.Join(filepath.Dir(path), "y.rec")
	check(t, os.WriteFile(to+partMark+"9", nil, 0o666))
	for _, opens := range []struct{ file, says string }{{part, "a part of x.rec"}, {path, ""}} {
		if _, err := Open(opens.file); (opens.says == "") != (err == nil) || !strings.Contains(fmt.Sprint(err), opens.says) {
			t.Errorf("%s: %v", opens.file, err)
		}
	}
	check(t, Rename(path, to))
	if again, err := Open(to); err != nil || !bytes.Equal(again.data, rec.data) {
		t.Errorf("under another name: %v", err)
	}
	check(t, os.Remove(to+partMark+"7"))
	if rec, err := Open(to); err == nil || !strings.Contains(err.Error(), "its parts are missing") {
		t.Errorf("%v, of a header alone: %+v", err, rec)
	}
	if f, err := os.OpenFile("/dev/null", os.O_WRONLY, 0); err == nil {
		if p, err := NewParts(f, Keep{Events: 1}); err == nil {
			t.Errorf("there are parts beside a device: %v", p)
		}
	}
}

// TestPartsInRoom: where there is no room the oldest parts go, one by one, but for the last; of another error none
// goes.
func TestPartsInRoom(t *testing.T) {
	for _, x := range []struct {
		err  error
		room int // with how many parts there is
		left int
	}{{syscall.ENOSPC, 3, 3}, {syscall.EDQUOT, 0, 1}, {syscall.EIO, 0, 5}} {
		head, err := os.Create(filepath.Join(t.TempDir(), "x"))
		check(t, err)
		dir, p := t.TempDir(), &Parts{path: head.Name(), head: head}
		for n := range 5 {
			p.live = append(p.live, share{path: filepath.Join(dir, fmt.Sprint(n))})
			check(t, os.WriteFile(p.live[n].path, nil, 0o666))
		}
		err = p.inRoom(func() error {
			if len(p.live) <= x.room {
				return nil
			}
			return x.err
		})
		all, _ := os.ReadDir(dir)
		if (x.room > 0) != (err == nil) || len(all) != x.left || len(p.live) != x.left || all[len(all)-1].Name() != "4" {
			t.Errorf("%v, %d files, %v", err, len(all), p.live)
		}
		check(t, head.Close())
	}
}
