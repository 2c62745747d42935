package record

import (
	"encoding/binary"
	"hash/crc32"
)

// magic is how every recording begins, version what follows it.
const (
	magic   = "machsim\x00"
	version = 2
	// preamble is the length of magic and version.
	preamble = len(magic) + 2
)

// Kinds of frame.
const (
	frameHeader = 'H'
	frameChunk  = 'C'
	frameEnd    = 'E'
)

// A frame is its kind (1 byte), the length of its payload (4), the checksum of
// these five bytes (4), the payload, and the payload's checksum (4).
const (
	frameHead = 9
	frameTail = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// beginFrame appends the head of a frame to b, to be completed by endFrame.
func beginFrame(b []byte, kind byte) []byte {
	return append(b, kind, 0, 0, 0, 0, 0, 0, 0, 0)
}

// endFrame completes the frame that begins at b[start].
func endFrame(b []byte, start int) []byte {
	head, payload := b[start:start+frameHead], b[start+frameHead:]
	binary.LittleEndian.PutUint32(head[1:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(head[5:], crc32.Checksum(head[:5], castagnoli))
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(payload, castagnoli))
}

// frame is a frame of a file.
type frame struct {
	kind    byte
	payload []byte
}

// nextFrame takes the first frame off b. What is left of b is too short to hold it
// when cut is true; then the file was not written to its end.
func nextFrame(b []byte) (f frame, rest []byte, cut bool, err error) {
	if len(b) < frameHead {
		return f, nil, true, nil
	}
	if crc32.Checksum(b[:5], castagnoli) != binary.LittleEndian.Uint32(b[5:]) {
		return f, nil, false, damaged("the head of a part of it")
	}
	n := int64(binary.LittleEndian.Uint32(b[1:]))
	if int64(len(b)) < frameHead+n+frameTail {
		return f, nil, true, nil
	}
	f = frame{b[0], b[frameHead : frameHead+n]}
	if crc32.Checksum(f.payload, castagnoli) != binary.LittleEndian.Uint32(b[frameHead+n:]) {
		return f, nil, false, damaged(f.what())
	}
	return f, b[frameHead+n+frameTail:], false, nil
}

// what is what a frame holds, in words.
func (f frame) what() string {
	switch f.kind {
	case frameHeader:
		return "its header"
	case frameChunk:
		return "a part of its events"
	case frameEnd:
		return "its last part"
	}
	return "a part of a kind that this machsim does not know"
}
