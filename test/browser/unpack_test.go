package browser_test

import (
	"fmt"
	"testing"
)

// Some data packed by another packer (that of XZ Utils), with the properties lc=3 pb=2, lp=2 pb=1, and lc=4.
const (
	packedUsual = "" +
		"XQAAAQCEAwAAAAAAAAAAKEqvGIjdSyljG+j4jugtCRpamtdD4VTvs8m0gW0fbs3tvK6658i2HtiZP+MNVtK5d2+w+ZjHbs4Bxau9N72p" +
		"wnTHgNb0/inSwOSahknJCNUbKWW9he7w6cImCvMaR+xkBPLvRV6XfWn7Zfw+FcwGs/8O2g+KtzypzoJqVdo96GciNqGL+MghMsN40eK6" +
		"5PPVKJ3t47o3Pjrrbzc8SGeJ6B6oY+hI73XInugcQH4e8oB44Z1+VT/UwtxYBuH5pVPWPQTbZGod2zmoezEjXeKjw13A+Djl6t97KlHS" +
		"nWBXmq0/TwhIuavxCOWtU7pcdU+tn5aCJPSNgaLrugUsXS8PaZ9HYKzOC1jpLIdVr9CePDUQDyV9trDxQgZEHGGSYW3CPNiHX6Vv1cqW" +
		"veG6Wt33kJbLipoVQ7vow1TgWsLaqy2qSlfSf5n1M9+2qIeiSf//45cNYA=="
	packedPlaces = "" +
		"PwAAAQCEAwAAAAAAAAAAJ4csXchYo7CMCvulH1FzIP6EFGfV6rZhkpTdNB8H/U9PFFO1VlvkKZD6wPoq4xSR3ZoDNewEazAVKUKcFrEO" +
		"FrZwjL5pLbMWto4HthfM/uO7Bn4jKtDwby7bAlezYDEj2hKQOQy5Atf8V+6F2Ub6cWb9AeLGa1UivHaek2OdAyHJMujwt4gYefd0MmVa" +
		"MoRxsBxuAWo8VMWt1F3eqMJD5Rw0fGxt1S3wTvZnKdP4LRmkj4uaBQdrq39Nqt1VIqdMLLNDzxVHP+Drca15sTuP9JGeNlaw2sKR+xJ7" +
		"Cg90CsbAyuqPhPoOXbVXwvyV2EKoQIPhaRaDRHRWC+VGZuOFqYwG6GoFT6opQuDnRBlEMXOI+fq53+x8xnNy5ZoFlCZe5SXN3mnNxSEC" +
		"Fmy0yOplKcBBY8NMXYYx3zC3D3/q371Kh3aGiZhuw6h76pjCKanrm2Z8n9PM8TkIjxRwc8oyMgIUAUbdv//hv5Ug"
	packedBytes = "" +
		"BAAAAQCEAwAAAAAAAAAAKY19p4dNAQs8iqjU6w5cj9OzpPokdJBf8+hJmqtBSnE7Uc3bpnrKoUa95S9A/h0+0aXY5Sks88Kma+j+CwSm" +
		"kj752M/XQZLDuv99cQdmo6nag0VltHb4LsBUxQmZDsENGaBCa15x+X6LFzd7eCwAP0kH30tuX9VIRZwQTael/y9T7BNGMPJau4WMW64T" +
		"nclwLopQtxk62QcyVtFyWiUWYlay2e8R5z7AaxzqFwhAMa5RtvvjmI1anM9yFd66OOASVdD8ZA/tnPJG3SoqoNJ+XP+ZA3FXypdQ+nmz" +
		"prnNMTFrIjUjv790aBKBdRwv0mOyyxjV1jUS3yltq+JlbN2XtwAbTb/NDEMcUGlz8fSW/qE7bge6vtBX3XPMxEjW35Zk7kyJVUJN0AFi" +
		"TKYrZzl7FWYKbf6yqdDgRfz6Ni0qDGKkl4ZdtwW7DfOAKSbe/LO76/lt9PE="
)

// unpacked unpacks them in pieces, of which more come meanwhile, and then with another byte in them, or with their end
// cut off: that may give other data of the same size, or an error that says so.
const unpacked = `(async () => {
	const {Unpacker} = await import(new URL("js/unpack.js", location.href))
	const want = []
	for (let i = 0; i < 900; i++) {
		const k = i >> 5
		want.push(i > 100 && k %% 3 ? want[i - 1 - k %% 29 * 3] : Math.imul(i, 2654435761) >>> 24)
	}
	const unpack = bytes => {
		const u = new Unpacker()
		for (let n = 1, given = 0; !u.done; n += 7) {
			u.give(bytes.subarray(given, given += n %% 60))
			if (given >= bytes.length) u.end()
			u.next(n)
		}
		return u.data
	}
	const wrong = []
	for (const text of [%q, %q, %q]) {
		const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0))
		if (unpack(packed).join() !== want.join()) wrong.push("other data")
		for (let i = 0; i < packed.length; i++) {
			const other = packed.slice(0, i & 1 ? i : packed.length)
			other[i] ^= 1 << (i & 7)
			try {
				if (i > 12 && unpack(other).length !== want.length) wrong.push("other size")
			} catch (e) {
				if (e.message !== "what is packed is damaged") wrong.push(String(e))
			}
		}
	}
	return wrong.join("; ")
})()`

// TestUnpack unpacks in the page what is right, and what is not.
func TestUnpack(t *testing.T) {
	p := open(t, serve(t, "hello"))
	if wrong := ask[string](p, fmt.Sprintf(unpacked, packedUsual, packedPlaces, packedBytes)); wrong != "" {
		t.Error(wrong)
	}
}
