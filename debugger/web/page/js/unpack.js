// Unpacks LZMA ("LZMA alone": Igor Pavlov, LZMA specification, 2015), which browsers cannot. What is packed is a list of
// operations, each told in binary decisions: a byte, or a copy of earlier bytes from a new distance or from one of the
// last four. A decision has as many bits as its probability deserved, which is learned on the way.

const header = 13; // bytes: properties, the size of the window, the size of the data
const one = 2048; // a probability that is certain
const most = 1 << 30; // bytes of data
const ahead = 64; // bytes that an operation takes at most, or fewer

// Where the probabilities of each kind of decision are. Those of a state have one for each of 16 phases of the place.
const isCopy = 0, isRep = 192, notRep0 = 204, notRep1 = 216, notRep2 = 228, isLong = 240;
const slots = 432, middle = 688, align = 803, lengths = 819, repLengths = 1333, literals = 1847;
const low = 2, mid = 130, high = 258; // of lengths

// The state after a byte, by the state before it. States from 7 on come after a copy.
const afterByte = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5];

// Unpacker unpacks as much at a time as is asked for, of what it was given by then. What is not packed so is an error.
export class Unpacker {
  data; // what is unpacked; there is none before the header is there
  at = 0; // how many bytes of it are there
  #lc; // how many bits of the byte before choose the probabilities of a byte; #lp, how many of its place
  #lp;
  #pb; // how many bits of the place choose those of other decisions
  #packed = new Uint8Array(1 << 16);
  #have = 0; // how many bytes of it were given
  #whole = false; // there are no more
  #in = header + 5; // the next byte
  #range = 0xffffffff; // of the decoder's interval
  #code; // where in it the rest of the packed bytes leads
  #probs;
  #state = 0;
  #reps = [0, 0, 0, 0]; // the last four distances
  #left = 0; // bytes of a copy that are to come

  // give adds packed bytes.
  give(bytes) {
    if (this.#have + bytes.length > this.#packed.length) {
      const longer = new Uint8Array(2 * (this.#have + bytes.length));
      longer.set(this.#packed.subarray(0, this.#have));
      this.#packed = longer;
    }
    this.#packed.set(bytes, this.#have);
    this.#have += bytes.length;
  }

  // end says that all bytes were given.
  end() { this.#whole = true; }

  get done() { return this.data !== undefined && this.at === this.data.length; }

  // next unpacks n bytes more, or as many as what was given suffices for, and answers them.
  next(n) {
    if (!this.data && !this.#begin()) return new Uint8Array(0);
    const from = this.at;
    this.#unpack(Math.min(this.data.length, from + n));
    return this.data.subarray(from, this.at);
  }

  // #begin reads the header, and answers whether it is there.
  #begin() {
    const packed = this.#packed;
    if (this.#have < header + 5 && !this.#whole) return false;
    if (this.#have < header + 5 || packed[0] >= 225 || packed[header] !== 0) throw wrong();
    const properties = packed[0], view = new DataView(packed.buffer);
    [this.#lc, this.#lp, this.#pb] = [properties % 9, Math.floor(properties / 9) % 5, Math.floor(properties / 45)];
    const size = view.getUint32(5, true);
    if (view.getUint32(9, true) || size > most) throw wrong();
    this.data = new Uint8Array(size);
    this.#code = view.getUint32(header + 1);
    this.#probs = new Uint16Array(literals + (0x300 << (this.#lc + this.#lp))).fill(one / 2);
    return true;
  }

  #unpack(end) {
    const packed = this.#packed, probs = this.#probs, data = this.data, [lc, lp, pb] = [this.#lc, this.#lp, this.#pb];
    const have = this.#have, safe = this.#whole ? have : have - ahead;
    let next = this.#in, state = this.#state, at = this.at, left = this.#left;
    let [rep0, rep1, rep2, rep3] = this.#reps;

    const now = new Uint32Array([this.#range, this.#code]); // numbers that have all 32 bits are slow in variables
    const bit = i => {
      const p = probs[i], range = now[0], bound = Math.imul(range >>> 11, p) >>> 0;
      if (now[1] < bound) {
        now[0] = bound;
        probs[i] = p + ((one - p) >> 5);
        if (bound < 0x1000000) more();
        return 0;
      }
      now[0] = range - bound;
      now[1] -= bound;
      probs[i] = p - (p >> 5);
      if (now[0] < 0x1000000) more();
      return 1;
    };
    const more = () => {
      if (next >= have) throw wrong();
      now[0] <<= 8;
      now[1] = now[1] << 8 | packed[next++];
    };
    const tree = (base, bits) => {
      let m = 1;
      for (let i = 0; i < bits; i++) m = m << 1 | bit(base + m);
      return m - (1 << bits);
    };
    const reverse = (base, bits) => {
      let m = 1, v = 0;
      for (let i = 0; i < bits; i++) {
        const b = bit(base + m);
        m = m << 1 | b;
        v |= b << i;
      }
      return v;
    };
    const even = bits => { // bits that have no probability
      let v = 0;
      for (; bits > 0; bits--) {
        now[0] >>>= 1;
        const b = now[1] >= now[0] ? 1 : 0;
        if (b) now[1] -= now[0];
        v = v << 1 | b;
        if (now[0] < 0x1000000) more();
      }
      return v;
    };
    const byte = () => {
      const before = at ? data[at - 1] : 0;
      const base = literals + 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let m = 1;
      if (state >= 7) { // a guess: what stands where the last copy would go on
        let guess = data[at - rep0 - 1];
        do {
          const g = guess >> 7 & 1;
          guess <<= 1;
          const b = bit(base + ((1 + g) << 8) + m);
          m = m << 1 | b;
          if (g !== b) break;
        } while (m < 0x100);
      }
      while (m < 0x100) m = m << 1 | bit(base + m);
      return m;
    };
    const length = (base, phase) => {
      if (!bit(base)) return 2 + tree(base + low + (phase << 3), 3);
      if (!bit(base + 1)) return 10 + tree(base + mid + (phase << 3), 3);
      return 18 + tree(base + high, 8);
    };
    const distance = n => {
      const slot = tree(slots + (Math.min(n - 2, 3) << 6), 6);
      if (slot < 4) return slot;
      const rest = (slot >> 1) - 1, base = (2 | slot & 1) << rest;
      if (slot < 14) return base + reverse(middle + base - slot, rest);
      return (base >>> 0) + even(rest - 4) * 16 + reverse(align, 4);
    };
    // again reads from which of the last distances is copied, and makes that the last.
    const again = () => {
      let d = rep1;
      if (bit(notRep1 + state)) {
        if (bit(notRep2 + state)) [d, rep3] = [rep3, rep2];
        else d = rep2;
        rep2 = rep1;
      }
      [rep1, rep0] = [rep0, d];
    };
    // copy reads of what length a copy is. The distance is rep0 then.
    const copy = phase => {
      const came = state < 7;
      if (!bit(isRep + state)) {
        [rep3, rep2, rep1] = [rep2, rep1, rep0];
        state = came ? 7 : 10;
        const n = length(lengths, phase);
        rep0 = distance(n);
        return n;
      }
      if (bit(notRep0 + state)) again();
      else if (!bit(isLong + (state << 4) + phase)) {
        state = came ? 9 : 11;
        return 1;
      }
      state = came ? 8 : 11;
      return length(repLengths, phase);
    };

    while (at < end) {
      if (left) {
        for (const to = Math.min(end, at + left), from = rep0 + 1; at < to; left--, at++) data[at] = data[at - from];
        continue;
      }
      if (next > safe) break;
      const phase = at & ((1 << pb) - 1);
      if (!bit(isCopy + (state << 4) + phase)) {
        data[at] = byte();
        at++;
        state = afterByte[state];
        continue;
      }
      left = copy(phase);
      if (rep0 >= at || left > data.length - at) throw wrong();
    }

    this.at = at;
    this.#in = next;
    [this.#range, this.#code] = now;
    this.#state = state;
    this.#left = left;
    this.#reps = [rep0, rep1, rep2, rep3];
  }
}

const wrong = () => new Error('what is packed is damaged');
