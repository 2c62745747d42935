// A capsule that is dropped on the page is opened in its place, in this tab: in a worker (wasi.js), for which nothing
// is asked of a server. The browser keeps the last one under its sum, which the address names, so that loading the page
// anew shows it again, and going back shows what was there before. It may come from strangers: sizes are bounded, and
// the sums of its manifest are compared, each time before anything of it is used.
import {WireError} from './client.js';

const most = {'manifest.json': 1 << 16, 'run.rec': 1 << 30, 'guest.wasm': 256 << 20}; // bytes that a file of it may have
const largest = 512 << 20; // bytes that it may have itself
const format = 2; // that is read here
const wanted = 'capsule'; // what the address calls it

// takes has capsules opened that are dropped on the page. wrong is told why one cannot be.
export function takes(wrong) {
  document.addEventListener('dragover', e => { if (e.dataTransfer.types.includes('Files')) e.preventDefault(); });
  document.addEventListener('drop', e => {
    const [file] = e.dataTransfer.files;
    if (!file) return;
    e.preventDefault();
    keep(file).catch(wrong);
  });
}

// kept is what a worker is made of that shows the capsule that the address names; null if it names none.
export async function kept() {
  const name = new URLSearchParams(location.search).get(wanted);
  if (!name) return null;
  const file = await has((await files('readonly')).get(name));
  if (!file) throw new WireError({text: 'this browser does not have the capsule any more: drop it on the page again'});
  const {recording, guest} = await read(file);
  return {script: 'js/wasi.js', module: await WebAssembly.compile(guest), recording: async () => recording.slice(0).buffer,
    position: 'end'};
}

// keep keeps a capsule, if it is one, and shows it: once it is kept for good, as a page that goes takes with it what it
// was about to keep.
async function keep(file) {
  const {name} = await read(file);
  const all = await files('readwrite');
  all.clear();
  all.put(file, name);
  await has(all.transaction);
  const shown = `${location.pathname}?${wanted}=${name}`;
  if (shown === location.pathname + location.search) location.reload();
  else location.assign(shown);
}

// files is where the browser keeps one.
async function files(mode) {
  const asked = indexedDB.open('machsim', 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore('capsules');
  return (await has(asked)).transaction('capsules', mode).objectStore('capsules');
}

// has waits for what the browser keeps: for the answer to a request, or for the end of a transaction.
const has = asked => new Promise((done, fail) => {
  asked.onsuccess = asked.oncomplete = () => done(asked.result);
  asked.onerror = asked.onabort = ({target}) =>
    fail(new WireError({text: `the browser does not keep the capsule: ${target.error?.message}`}));
});

const damaged = why => new WireError({text: `the capsule is damaged: ${why}`});

// read reads a capsule: {name, recording, guest}.
async function read(file) {
  if (file.size > largest) throw new WireError({text: `the capsule has more than ${largest >> 20} MB, and is not opened`});
  if (!crypto.subtle) throw new WireError({text: 'the sums of a capsule cannot be compared on a page that came by http', hint: 'open the page by https, from a disk, or from this machine'});
  const bytes = new Uint8Array(await file.arrayBuffer()), entries = listed(bytes);
  const head = parsed(await unpacked(bytes, entries, 'manifest.json'));
  if (head.format !== format) throw new WireError({text: `the capsule is of format ${head.format}; this page reads format ${format}: open it with ${head.machsim}`});
  const checked = async name => {
    const data = await unpacked(bytes, entries, name);
    if (await sum(data) !== head.sums?.[name]) throw damaged(`${name} is not what its manifest says`);
    return data;
  };
  return {recording: await checked('run.rec'), guest: await checked('guest.wasm'), name: await sum(bytes)};
}

// parsed is the manifest.
function parsed(text) {
  try {
    return Object(JSON.parse(new TextDecoder().decode(text)));
  } catch ({message}) {
    throw damaged(`its manifest cannot be read: ${message}`);
  }
}

// sum is the SHA-256 of bytes.
async function sum(bytes) {
  const all = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...all].map(b => b.toString(16).padStart(2, '0')).join('');
}

// listed are the files of a zip file, by name: how each is packed, where it begins, and how long it is, by the list at
// its end.
function listed(bytes) {
  const at = new DataView(bytes.buffer), all = new Map();
  try {
    let end = bytes.length - 22;
    while (at.getUint32(end, true) !== 0x06054b50) end--;
    for (let n = at.getUint16(end + 10, true), p = at.getUint32(end + 16, true); n > 0; n--) {
      const [name, extra, comment] = [28, 30, 32].map(i => at.getUint16(p + i, true)), local = at.getUint32(p + 42, true);
      const begins = local + 30 + at.getUint16(local + 26, true) + at.getUint16(local + 28, true);
      all.set(new TextDecoder().decode(bytes.subarray(p + 46, p + 46 + name)),
        {how: at.getUint16(p + 10, true), begins, size: at.getUint32(p + 20, true)});
      p += 46 + name + extra + comment;
    }
  } catch { // what is outside of the file
    throw damaged('it is no zip file');
  }
  return all;
}

// unpacked is what is in a file of it.
async function unpacked(bytes, entries, name) {
  const {how, begins, size} = entries.get(name) ?? {};
  if (how !== 8) throw damaged(how === undefined ? `it has no ${name}` : `${name} is packed in a way that is not known here`);
  const pieces = [], packed = new Blob([bytes.subarray(begins, begins + size)]);
  let have = 0;
  try {
    for (const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader(); have <= most[name];) {
      const {done, value} = await reader.read();
      if (done) break;
      have += value.length;
      pieces.push(value);
    }
  } catch ({message}) {
    throw damaged(`${name}: ${message}`);
  }
  if (have > most[name]) throw new WireError({text: `the capsule has a ${name} of more than ${most[name] >> 20} MB, and is not opened`});
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
