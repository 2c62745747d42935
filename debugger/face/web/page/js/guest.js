// The worker of a page without a server: the debugger, compiled to WebAssembly, which answers what the page asks.
import '../wasm_exec.js';

const files = name => new URL(`../${name}`, import.meta.url);
let answer; // of the debugger: answer(request, done)

// opened is the debugger's function that opens a recording. The debugger hands both over when it runs.
const opened = new Promise(resolve => {
  globalThis.machsimServes = (open, f) => {
    answer = f;
    resolve(open);
  };
});

// The code of the debugger, packed by gzip, which the page hands over in pieces as they come. If there are none, why is
// what missing is told.
const code = new TransformStream(), pieces = code.writable.getWriter();
let missing = () => {};

// compiled is the code of the debugger: that of an earlier worker, or that of the site, which the browser unpacks and
// compiles while more of it comes.
async function compiled(module) {
  if (module) return module;
  const none = new Promise((_, reject) => { missing = reject; });
  const unpacked = code.readable.pipeThrough(new DecompressionStream('gzip'));
  return Promise.race([none,
    WebAssembly.compileStreaming(new Response(unpacked, {headers: {'Content-Type': 'application/wasm'}}))
      .catch(e => { throw new Error(`the debugger of this site is damaged: ${e.message}`); })]);
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
  if (data.packed) pieces.write(data.packed).catch(() => {}); // compiled tells what is wrong
  else if (data.whole) pieces.close().catch(() => {});
  else if (data.missing) missing(new Error(data.missing));
  else if (data.begin) begin(data.begin).catch(e => postMessage({begun: true, wrong: e.message}));
  else answer(JSON.stringify(data.request), text => postMessage({answer: JSON.parse(text)}));
});
