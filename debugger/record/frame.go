package record

import (
	"encoding/binary"
	"hash/crc32"
)

// magic begins every recording, and version follows it.
const (
	magic   = "machsim\x00"
	version = 4
	// preamble is the length of magic and version.
	preamble = len(magic) + 2
)

// begin appends magic and version, with which a file begins.
func begin(b []byte) []byte {
	return binary.LittleEndian.AppendUint16(append(b, magic...), version)
}

// Kinds of frame.
const (
	frameHeader = 'H'
	framePart   = 'P'
	frameChunk  = 'C'
	frameEnd    = 'E'
)

// A frame is its kind (1 byte), the length of its payload (4), a checksum of these five
// bytes (4), the payload, and a checksum (4). The last is a checksum of the payload that
// continues that of the frame before. So it covers everything before it, and a frame is
// valid in no other recording and at no other place. That of a frame that begins a part of a bounded
// recording continues the header's, for what came before it may be dropped.
const (
	frameHead = 9
	frameTail = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// link is the checksum that the next frame's continues: that of the frame before it, or of
// the file's first bytes.
type link uint32

// firstLink returns the link to the first frame.
func firstLink() link { return link(0).to(begin(nil)) }

// to returns the link to the frame that follows one with this payload.
func (l link) to(payload []byte) link { return link(crc32.Update(uint32(l), castagnoli, payload)) }

// beginFrame appends the head of a frame to b. endFrame completes it.
func beginFrame(b []byte, kind byte) []byte {
	return append(b, kind, 0, 0, 0, 0, 0, 0, 0, 0)
}

// endFrame completes the frame that begins at b[start], and returns the link to the next.
func endFrame(b []byte, start int, l link) ([]byte, link) {
	head, payload := b[start:start+frameHead], b[start+frameHead:]
	binary.LittleEndian.PutUint32(head[1:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(head[5:], crc32.Checksum(head[:5], castagnoli))
	l = l.to(payload)
	return binary.LittleEndian.AppendUint32(b, uint32(l)), l
}

// frame is a frame of a file.
type frame struct {
	kind    byte
	payload []byte
}

// frames is the unread frames of a file.
type frames struct {
	b     []byte
	l     link
	first link // after the header
}

// newFrames returns the frames of a file, which begins as a recording does.
func newFrames(b []byte) *frames { return &frames{b: b[preamble:], l: firstLink()} }

// next reads the first frame. cut is true if the file ends before the frame does: then the
// process that wrote it was ended.
func (fs *frames) next() (f frame, cut bool, err error) {
	if len(fs.b) < frameHead {
		return f, true, nil
	}
	if crc32.Checksum(fs.b[:5], castagnoli) != binary.LittleEndian.Uint32(fs.b[5:]) {
		return f, false, damaged("the head of a part of it")
	}
	n := int64(binary.LittleEndian.Uint32(fs.b[1:]))
	if int64(len(fs.b)) < frameHead+n+frameTail {
		return f, true, nil
	}
	f = frame{fs.b[0], fs.b[frameHead : frameHead+n]}
	if f.kind == framePart {
		fs.l = fs.first
	}
	if fs.l = fs.l.to(f.payload); f.kind == frameHeader {
		fs.first = fs.l
	}
	if uint32(fs.l) != binary.LittleEndian.Uint32(fs.b[frameHead+n:]) {
		return f, false, misplaced(f.describe())
	}
	fs.b = fs.b[frameHead+n+frameTail:]
	return f, false, nil
}

// size is how many bytes it takes in a file.
func (f frame) size() int { return frameHead + len(f.payload) + frameTail }

// describe names the content of a frame.
func (f frame) describe() string {
	switch f.kind {
	case frameHeader:
		return "its header"
	case framePart:
		return "the beginning of a part of it"
	case frameChunk:
		return "a part of its events"
	case frameEnd:
		return "its last part"
	}
	return "a part of a kind that this machsim does not know"
}
