package tape

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPacked holds what the log packs against plain slices: also of logs that begin with a part of another.
func TestPacked(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := &packed{}
		for range 4 {
			p = p.cut(rng.IntN(len(p.bits) + 1))
			for range rng.IntN(20_000) {
				p.add(rng)
			}
			p.compare(t, rng)
		}
	}
}

// packed is a Tape of events of many lanes with one record each, a sequence of bits, and the same as slices.
type packed struct {
	t       Tape
	done    Bits
	now     int64
	bits    []bool
	records [][]byte
	lanes   []uint32
	times   []int64
}

func (p *packed) add(rng *rand.Rand) {
	lane := uint32(rng.IntN(1 + len(p.bits)/100))
	for len(p.t.Lanes) <= int(lane) {
		p.t.Lanes = append(p.t.Lanes, Lane{})
	}
	if p.now += 10; rng.IntN(30) == 0 {
		p.now += rng.Int64N(1 << (1 + rng.IntN(40)))
	}
	set, record := rng.IntN(3) == 0, make([]byte, rng.IntN(4)*rng.IntN(60))
	for i := range record {
		record[i] = byte(rng.Uint32())
	}
	p.bits, p.records = append(p.bits, set), append(p.records, record)
	p.lanes, p.times = append(p.lanes, lane), append(p.times, p.now)
	p.t.events.add(lane, uint32(p.t.Lanes[lane].Len()), p.now)
	p.t.Lanes[lane].at.Add(uint32(p.t.Len() - 1))
	if set {
		p.t.events.complete()
	}
	p.done.Add(set)
	p.t.notes.Add(record)
}

func (p *packed) cut(n int) *packed {
	c := &packed{done: p.done.Cut(n), bits: p.bits[:n:n], records: p.records[:n:n], lanes: p.lanes[:n:n],
		times: p.times[:n:n]}
	c.t.events, c.t.notes = p.t.events.cut(n, p.t.Lanes), p.t.notes.Cut(n)
	for i := range p.t.Lanes {
		l := &p.t.Lanes[i]
		c.t.Lanes = append(c.t.Lanes, Lane{at: l.at.Cut(l.Before(n))})
	}
	if n > 0 {
		c.now = c.times[n-1]
	}
	return c
}

func (p *packed) compare(t *testing.T, rng *rand.Rand) {
	p.t.events.words.Trim()
	p.t.notes.Trim()
	p.done.Trim()
	if p.done.Len() != len(p.bits) || p.t.Len() != len(p.bits) || p.t.notes.Len() != len(p.bits) {
		t.Fatalf("lengths %d, %d and %d, want %d", p.done.Len(), p.t.Len(), p.t.notes.Len(), len(p.bits))
	}
	nth := make([]int, len(p.t.Lanes))
	set, all := 0, p.t.notes.From(0)
	for e, bit := range p.bits {
		if p.done.At(e) != bit || p.t.Done(e) != bit || p.done.Count(e) != set || bit && p.done.Find(set) != e {
			t.Fatalf("bit %d is another", e)
		}
		if i := slices.Index(p.bits[e:], true); i >= 0 && p.done.Next(e) != e+i || i < 0 && p.done.Next(e) != len(p.bits) {
			t.Fatalf("after bit %d the next is %d, not %d further", e, p.done.Next(e), i)
		}
		if bit {
			set++
		}
		if lane := p.lanes[e]; p.t.Lane(e) != int(lane) || p.t.Nth(e) != nth[lane] || p.t.Time(e) != p.times[e] {
			t.Fatalf("event %d: event %d of lane %d at %d, want %d, %d, %d", e, p.t.Nth(e), p.t.Lane(e), p.t.Time(e),
				nth[lane], lane, p.times[e])
		}
		nth[p.lanes[e]]++
		other := rng.IntN(len(p.bits))
		if !bytes.Equal(all.At(e), p.records[e]) || !bytes.Equal(p.t.notes.At(other), p.records[other]) {
			t.Fatalf("record %d or %d is another", e, other)
		}
	}
	if p.done.Count(len(p.bits)) != set {
		t.Fatalf("%d bits are set, want %d", p.done.Count(len(p.bits)), set)
	}
}

// TestSparse holds the values of few events against a map: also those of logs that begin with a part of another.
func TestSparse(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s, want := sparse[int]{}, map[int]int{}
		begin := rng.IntN(2) << 33
		for end := begin; end < begin+3000; {
			for range rng.IntN(300) {
				end += rng.IntN(5) * rng.IntN(20)
				want[end] = s.at(end) + 1 + rng.IntN(9)
				s.set(end, want[end])
			}
			for event := max(0, begin-2); event < end+3; event++ {
				if got := s.at(event); got != want[event] {
					t.Fatalf("event %d has %d, want %d", event, got, want[event])
				}
			}
			if end > begin {
				before := s
				end = begin + rng.IntN(end-begin+1)
				s = before.cut(end)
				maps.DeleteFunc(want, func(event, _ int) bool { return event >= end })
			}
		}
	}
}
