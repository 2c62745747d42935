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

// code is the debugger as the site has it, which the page hands over in pieces. Who waits for a piece is heard; if there
// are none, why is what missing is told.
const code = new Unpacker();
let heard = () => {}, missing = () => {};

// compiled is the code of the debugger: that of an earlier worker, or that of the site, which is packed.
async function compiled(module) {
  if (module) return module;
  const none = new Promise((_, reject) => { missing = reject; });
  return Promise.race([none,
    WebAssembly.compileStreaming(new Response(unpacked(), {headers: {'Content-Type': 'application/wasm'}}))]);
}

// unpacked is the code as a stream: it is unpacked while more of it comes, and while the browser compiles what is
// unpacked. The page is told how far that is.
function unpacked() {
  return new ReadableStream({async pull(into) {
    for (;;) {
      if (code.done) return into.close();
      const part = code.next(piece);
      if (part.length) {
        into.enqueue(part);
        return postMessage({unpacked: code.at / code.data.length});
      }
      await new Promise(resolve => { heard = resolve; });
    }
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
  if (data.packed) {
    code.give(data.packed);
    heard();
  } else if (data.whole) {
    code.end();
    heard();
  } else if (data.missing) missing(new Error(data.missing));
  else if (data.begin) begin(data.begin).catch(e => postMessage({begun: true, wrong: e.message}));
  else answer(JSON.stringify(data.request), text => postMessage({answer: JSON.parse(text)}));
});
