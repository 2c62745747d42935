// The worker of a page without a server: the debugger, compiled to WebAssembly, which answers what the page asks. It is
// a plain script, behind that of Go that starts WebAssembly, and reads no file: so a page can have it within itself.
let answer; // of the debugger: answer(request, done)

// opened is the debugger's function that opens a recording. The debugger hands both over when it runs.
const opened = new Promise(resolve => {
  globalThis.machsimServes = (open, f) => {
    answer = f;
    resolve(open);
  };
});

// The code of the debugger, packed by gzip, which the page hands over in pieces as they come, and the recording. If one
// of them does not come, why is what missing is told.
const code = new TransformStream(), pieces = code.writable.getWriter();
let recorded, missing;
const recording = new Promise(resolve => { recorded = resolve; });
const none = new Promise((_, reject) => { missing = reject; });
none.catch(() => {}); // begin tells it

// compiled is the code of the debugger: that of an earlier worker, or that of the site, which the browser unpacks and
// compiles while more of it comes.
async function compiled(module) {
  if (module) return module;
  const unpacked = code.readable.pipeThrough(new DecompressionStream('gzip'));
  return Promise.race([none,
    WebAssembly.compileStreaming(new Response(unpacked, {headers: {'Content-Type': 'application/wasm'}}))
      .catch(e => { throw new Error(`the debugger of this site is damaged: ${e.message}`); })]);
}

// begin starts the debugger with the recording.
async function begin({module, version}) {
  module = await compiled(module);
  postMessage({module});
  const go = new globalThis.Go();
  go.argv = ['machsim', version];
  go.run(await WebAssembly.instantiate(module, go.importObject))
    .then(() => postMessage({ended: 'the debugger has ended'}), e => postMessage({ended: e.message}));
  const open = await opened;
  const tell = (name, event) => postMessage({name, event: JSON.parse(event)});
  const data = await Promise.race([none, recording]);
  const wrong = await new Promise(done => open(new Uint8Array(data), tell, done));
  postMessage({begun: true, wrong});
}

addEventListener('message', ({data}) => {
  if (data.packed) pieces.write(data.packed).catch(() => {}); // compiled tells what is wrong
  else if (data.whole) pieces.close().catch(() => {});
  else if (data.recording) recorded(data.recording);
  else if (data.missing) missing(new Error(data.missing));
  else if (data.begin) begin(data.begin).catch(e => postMessage({begun: true, wrong: e.message}));
  else answer(JSON.stringify(data.request), text => postMessage({answer: JSON.parse(text)}));
});
