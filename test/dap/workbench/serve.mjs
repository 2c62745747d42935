// Serves the workbench, and carries the Debug Adapter Protocol between a websocket of its page and machsim dap.
import {spawn} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import {WebSocketServer} from 'ws';

const kinds = {'.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf'};
const places = {'/out/': 'out', '/at/': 'node_modules'};

// serve answers with the page, with files of the bundle and of node_modules, and with the facts.
export async function serve(machsim, facts) {
  const server = http.createServer(async ({url}, answer) => {
    const {pathname} = new URL(url, 'http://localhost');
    const place = Object.keys(places).find(start => pathname.startsWith(start));
    const file = place ? path.join(places[place], pathname.slice(place.length)) : 'index.html';
    try {
      const body = pathname === '/facts' ? JSON.stringify(facts) : await readFile(file);
      answer.setHeader('content-type', kinds[path.extname(file)] ?? 'application/octet-stream').end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  new WebSocketServer({server, path: '/dap'}).on('connection', socket => bridge(socket, machsim));
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${server.address().port}/`;
}

// bridge carries messages: a frame of the socket is the body of one.
function bridge(socket, machsim) {
  const adapter = spawn(machsim, ['dap'], {stdio: ['pipe', 'pipe', 'inherit']});
  let left = Buffer.alloc(0);
  adapter.stdout.on('data', bytes => {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      const head = left.indexOf('\r\n\r\n');
      const end = head + 4 + +(/Content-Length: (\d+)/.exec(left.subarray(0, Math.max(head, 0)))?.[1]);
      if (!(end <= left.length))
        return;
      socket.send(left.subarray(head + 4, end).toString());
      left = left.subarray(end);
    }
  });
  socket.on('message', data => adapter.stdin.write(`Content-Length: ${data.length}\r\n\r\n${data}`));
  socket.on('close', () => adapter.kill());
  adapter.on('close', () => socket.close());
}
