// The worker of a page without a server: the debugger, compiled to WebAssembly, which answers what the page asks.
import '../wasm_exec.js';
import {Unpacker} from './unpack.js';

const piece = 1 << 20; // bytes that are unpacked at a time

const files = name => new URL(`../${name}`, import.meta.url);
let answer; // of the debugger: answer(request, done)

// opened is the debugger's function that opens a recording. The debugger hands both over when it runs.
const opened = new Promise(resolve => {
  globalThis.machsimServes = (open, f) => {
    answer = f;
    resolve(open);
  };
});

// compiled is the code of the debugger: that of an earlier worker, or that of the site, which is packed.
async function compiled(module) {
  if (module) return module;
  const packed = await (await read('debugger.bin')).arrayBuffer();
  const code = new Unpacker(new Uint8Array(packed));
  return WebAssembly.compileStreaming(new Response(stream(code), {headers: {'Content-Type': 'application/wasm'}}));
}

// stream unpacks while the browser compiles what is unpacked, and tells the page how far it is.
function stream(code) {
  return new ReadableStream({pull(into) {
    if (code.done) return into.close();
    into.enqueue(code.next(piece));
    postMessage({unpacked: code.at / code.data.length});
  }});
}

async function read(name) {
  const response = await fetch(files(name));
  if (!response.ok) throw new Error(`${name} cannot be read: ${response.status} ${response.statusText}`);
  return response;
}

// begin starts the debugger with a recording.
async function begin({module, version, recording}) {
  const data = read(recording).then(r => r.arrayBuffer());
  module = await compiled(module);
  postMessage({module});
  const go = new globalThis.Go();
  go.argv = ['machsim', version];
  go.run(await WebAssembly.instantiate(module, go.importObject))
    .then(() => postMessage({ended: 'the debugger has ended'}), e => postMessage({ended: e.message}));
  const open = await opened;
  const tell = (name, event) => postMessage({name, event: JSON.parse(event)});
  const wrong = await new Promise(async done => open(new Uint8Array(await data), tell, done));
  postMessage({begun: true, wrong});
}

addEventListener('message', ({data}) => {
  if (data.begin) begin(data.begin).catch(e => postMessage({begun: true, wrong: e.message}));
  else answer(JSON.stringify(data.request), text => postMessage({answer: JSON.parse(text)}));
});
