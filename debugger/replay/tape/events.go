package tape

// events are the events of a run: each one's lane, its number there, whether it completed its call, and its time. A
// word of four bytes for each says that within a block; the time of many follows from few numbers.
type events struct {
	first  int          // how many came before
	words  List[uint32] // by event: its part in the block, its number there, and 1 if it completed its call
	blocks List[uint32] // by block: where its parts begin
	parts  List[part]
	times  times    // counted from first on
	start  uint32   // the first part of the last block
	latest []latest // by lane
}

// latest is the last part of a lane.
type latest struct{ index, before uint32 } // its index, plus 1, or 0 for none; and what it says

// part is the events of a lane in a block.
type part struct {
	lane   uint32
	before uint32 // how many events the lane has before the block
}

const (
	nthBits     = 14
	blockEvents = 1 << nthBits
)

func (e *events) len() int { return e.first + e.words.Len() }

// at returns the lane of an event, and the number of the event in it.
func (e *events) at(event int) (lane, nth uint32) {
	event -= e.first
	w := e.words.At(event)
	p := e.parts.At(int(e.blocks.At(event/blockEvents) + w>>(nthBits+1)))
	return p.lane, p.before + w>>1%blockEvents
}

// done says whether an event completed its call.
func (e *events) done(event int) bool { return e.words.At(event-e.first)&1 != 0 }

// time returns the time before an event.
func (e *events) time(event int) int64 { return e.times.at(uint32(event - e.first)) }

// add adds the nth event of a lane.
func (e *events) add(lane, nth uint32, now int64) {
	if e.words.Len()%blockEvents == 0 {
		e.start = uint32(e.parts.Len())
		e.blocks.Add(e.start)
	}
	e.latest = grown(e.latest, int(lane))
	last := &e.latest[lane]
	if last.index <= e.start {
		e.parts.Add(part{lane, nth})
		*last = latest{uint32(e.parts.Len()), nth}
	}
	e.words.Add((last.index-1-e.start)<<(nthBits+1) | (nth-last.before)<<1)
	e.times.add(uint32(e.words.Len()-1), now)
}

// complete notes that the last event completed its call.
func (e *events) complete() { *e.words.last() |= 1 }

// cut returns the first n events, to which others can be added. lanes are all lanes.
func (e *events) cut(n int, lanes []Lane) events {
	own := n - e.first
	c := events{first: e.first, words: e.words.Cut(own), blocks: e.blocks.Cut((own + blockEvents - 1) / blockEvents),
		times: e.times.cut(own)}
	if own == 0 {
		return c
	}
	last := c.blocks.Len() - 1
	c.start = e.blocks.At(last)
	end := e.parts.Len()
	if last+1 < e.blocks.Len() {
		end = int(e.blocks.At(last + 1))
	}
	for i := int(c.start); i < end; i++ {
		p := e.parts.At(i)
		if lanes[p.lane].Event(int(p.before)) >= n {
			end = i
			break
		}
		c.latest = grown(c.latest, int(p.lane))
		c.latest[p.lane] = latest{uint32(i) + 1, p.before}
	}
	c.parts = e.parts.Cut(end)
	return c
}

// times are the times of events, in microseconds.
type times struct{ spans List[span] }

// span is successive events between each of which the same time has passed.
type span struct {
	from, step uint32 // the first event, the time between two
	now        int64  // that of the first
}

func (s *span) at(event uint32) int64 { return s.now + int64(s.step)*int64(event-s.from) }

// at returns the time of an event.
func (t *times) at(event uint32) int64 {
	i := t.spans.Len() - 1
	if s := t.spans.At(i); event >= s.from {
		return s.at(event)
	}
	s := t.spans.At(t.spans.Search(func(s span) bool { return s.from > event }) - 1)
	return s.at(event)
}

// add adds the time of the next event.
func (t *times) add(event uint32, now int64) {
	step := uint32(0)
	if n := t.spans.Len(); n > 0 {
		s := t.spans.At(n - 1)
		step = s.step
		switch d := now - s.now; {
		case now == s.at(event):
			return
		case event == s.from+1 && d == int64(uint32(d)) && len(t.spans.own) > 0:
			t.spans.last().step = uint32(d)
			return
		}
	}
	t.spans.Add(span{event, step, now})
}

// cut returns the times of the first n events, to which others can be added.
func (t *times) cut(n int) times {
	return times{t.spans.Cut(t.spans.Search(func(s span) bool { return int(s.from) >= n }))}
}
