// The worker of a page that shows a capsule: it runs the guest, which is machsim for WASI preview 1 and answers a call a
// line, as it does for machsim web. What the guest asks of a system is answered here: it has the recording, which it can
// read, the clock, and random numbers that are always the same. It is a plain script, and reads no file.
const recorded = '/run.rec';
const words = ['machsim', 'web', recorded], environment = ['PWD=/'];
const errno = {badf: 8, inval: 28, noent: 44, nosys: 52, rofs: 69};
const kinds = {dir: 3, file: 4, device: 2};
const mostLine = 256 << 20, mostErrors = 1 << 16; // bytes that are kept of what it writes

class Exit { constructor(code) { this.code = code; } }

let memory, recording = new Uint8Array(), errors = '', begun = false;
const calls = []; // that the guest has not read: bytes
let wake = () => {}; // a guest that waits for a call
const open = new Map([[3, {kind: kinds.dir, at: 0}]]); // files, by their numbers

const view = () => new DataView(memory.buffer);
const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
const text = data => new TextDecoder().decode(data);
const word = (at, value) => view().setUint32(at, value, true);
const write = (at, data) => (bytes(at, data.length).set(data), data.length);

// parts are the pieces of memory that a list of them names: where each begins, and how long it is.
const parts = (list, n) => Array.from({length: n}, (_, i) => [0, 4].map(j => view().getUint32(list + 8 * i + j, true)));

// Texts of a list end with 0. sizes says how many they are, and how long; texts writes them, and where each is.
const coded = list => list.map(text => new TextEncoder().encode(`${text}\0`));

function sizes(list, count, size) {
  word(count, list.length);
  word(size, coded(list).reduce((sum, text) => sum + text.length, 0));
  return 0;
}

function texts(list, addresses, at) {
  coded(list).forEach((text, i) => {
    word(addresses + 4 * i, at);
    at += write(at, text);
  });
  return 0;
}

// line has a call for the guest. Its first wait says that the recording is open.
async function line() {
  if (!begun) postMessage({begun: true});
  begun = true;
  while (!calls.length) await new Promise(done => { wake = done; });
  return calls[0];
}

// take moves a part of some bytes to memory, and answers how much there was.
function take(from, at, list, n) {
  const before = at;
  for (const [to, size] of parts(list, n)) at += write(to, from.subarray(at, at + size));
  return at - before;
}

let written = [], length = 0; // of a line that has not ended

// output takes what the guest writes: answers and events, a line each.
function output(data) {
  for (let end; (end = data.indexOf(10)) >= 0; data = data.subarray(end + 1)) {
    gather(data.subarray(0, end));
    const {name, event, ...answer} = JSON.parse(joined());
    postMessage(name ? {name, event} : {answer});
    written = [], length = 0;
  }
  gather(data);
}

function gather(data) {
  written.push(data.slice());
  if ((length += data.length) > mostLine) throw new Error('it has written too much');
}

function joined() {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of written) all.set(piece, at), at += piece.length;
  return text(all);
}

// stat tells of a file: of what kind it is, and how large.
function stat(kind, at) {
  bytes(at, 64).fill(0);
  view().setUint8(at + 16, kind);
  view().setBigUint64(at + 24, 1n, true);
  if (kind === kinds.file) view().setBigUint64(at + 32, BigInt(recording.length), true);
  return 0;
}

const kindOf = fd => fd >>> 0 < 3 ? kinds.device : open.get(fd)?.kind;
const named = (at, size) => `/${text(bytes(at, size))}`.replace(/^\/+(\.\/)*/, '/');

const wasi = {
  args_sizes_get: (count, size) => sizes(words, count, size),
  args_get: (list, at) => texts(words, list, at),
  environ_sizes_get: (count, size) => sizes(environment, count, size),
  environ_get: (list, at) => texts(environment, list, at),
  clock_time_get(id, precision, at) {
    view().setBigUint64(at, BigInt(Math.round(1e6 * (performance.now() + (id ? 0 : performance.timeOrigin)))), true);
    return 0;
  },
  random_get(at, size) {
    for (let i = 0; i < size; i++) bytes(at + i, 1)[0] = (i + 1) * 0x9d;
    return 0;
  },
  sched_yield: () => 0,
  proc_exit(code) { throw new Exit(code); },
  fd_write(fd, list, n, wrote) {
    if (fd !== 1 && fd !== 2) return kindOf(fd) ? errno.rofs : errno.badf;
    let size = 0;
    for (const [at, length] of parts(list, n)) {
      const data = bytes(at, length);
      size += length;
      if (fd === 1) output(data);
      else errors = (errors + text(data)).slice(0, mostErrors);
    }
    word(wrote, size);
    return 0;
  },
  async fd_read(fd, list, n, have) {
    const file = open.get(fd), from = fd === 0 ? await line() : recording;
    if (fd !== 0 && kindOf(fd) !== kinds.file) return errno.badf;
    const size = take(from, file?.at ?? 0, list, n);
    if (file) file.at += size;
    else if (size < from.length) calls[0] = from.subarray(size);
    else calls.shift();
    word(have, size);
    return 0;
  },
  fd_pread(fd, list, n, at, have) {
    if (kindOf(fd) !== kinds.file) return errno.badf;
    word(have, take(recording, Math.min(Number(at), recording.length), list, n));
    return 0;
  },
  fd_seek(fd, offset, whence, at) {
    const file = open.get(fd), to = Number(offset) + [0, file?.at, recording.length][whence];
    if (!file) return errno.badf;
    if (!(to >= 0)) return errno.inval;
    file.at = to;
    view().setBigUint64(at, BigInt(to), true);
    return 0;
  },
  fd_close: fd => open.delete(fd) ? 0 : errno.badf,
  fd_fdstat_get(fd, at) {
    if (!kindOf(fd)) return errno.badf;
    bytes(at, 24).fill(0);
    view().setUint8(at, kindOf(fd));
    bytes(at + 8, 16).fill(0xff); // it may do with it what there is
    return 0;
  },
  fd_fdstat_set_flags: () => 0,
  fd_filestat_get: (fd, at) => kindOf(fd) ? stat(kindOf(fd), at) : errno.badf,
  fd_prestat_get(fd, at) {
    if (fd !== 3) return errno.badf;
    word(at, 0);
    word(at + 4, 1);
    return 0;
  },
  fd_prestat_dir_name: (fd, at) => (bytes(at, 1).set([47]), 0),
  path_filestat_get(fd, flags, at, size, to) {
    const kind = {'/': kinds.dir, '/.': kinds.dir, [recorded]: kinds.file}[named(at, size)];
    return kind ? stat(kind, to) : errno.noent;
  },
  path_open(dir, how, at, size, creates, rights, inherits, flags, to) {
    if (named(at, size) !== recorded) return creates & 1 ? errno.rofs : errno.noent;
    const fd = Math.max(...open.keys()) + 1;
    open.set(fd, {kind: kinds.file, at: 0});
    word(to, fd);
    return 0;
  },
  // It waits for clocks alone, of which Go has one. A browser waits for a millisecond at least.
  async poll_oneoff(from, to, n, events) {
    const v = view(), soonest = v.getBigUint64(from + 24, true);
    if (n !== 1 || v.getUint8(from + 8) !== 0) return errno.nosys;
    if (soonest >= 1000000n) await new Promise(done => { setTimeout(done, Number(soonest) / 1e6); });
    bytes(to, 32).fill(0);
    write(to, bytes(from, 8));
    word(events, 1);
    return 0;
  },
};

// imports are what a guest can call: what there is here, and refusals for all else.
function imports(module) {
  const all = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    const f = wasi[name] ?? (() => errno.nosys);
    (all[from] ??= {})[name] = f.constructor.name === 'AsyncFunction' ? new WebAssembly.Suspending(f) : f;
  }
  return all;
}

// run runs the guest to its end, and answers how it has ended.
async function run(module) {
  try {
    const {exports} = await WebAssembly.instantiate(module, imports(module));
    memory = exports.memory;
    await WebAssembly.promising(exports._start)();
  } catch (e) {
    if (!(e instanceof Exit)) return e.message;
  }
  return errors.trim().split('\n')[0] || 'the debugger has ended';
}

async function begin(module) {
  const ended = await run(module);
  postMessage(begun ? {ended} : {begun: true, wrong: ended});
}

let module;
addEventListener('message', ({data}) => {
  if (data.begin) module = data.begin.module;
  else if (data.recording) recording = new Uint8Array(data.recording), begin(module);
  else if (data.missing) postMessage({begun: true, wrong: data.missing});
  else if (data.request) calls.push(new TextEncoder().encode(`${JSON.stringify(data.request)}\n`)), wake();
});
