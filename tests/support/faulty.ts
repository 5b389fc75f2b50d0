import { createServer, type Server } from 'node:http';
import { connect, createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** A fault between the gateway and its upstream: none, or one of the ways in which a network or a host fails. */
export type Fault = 'none' | 'reset' | 'hang' | 'drip' | 'truncated' | 'garbage' | 'html' | 'storm' | 'refused';

/** Those that are whole say that their connection ends: else the next request may be sent on it and is lost, which is another fault. */
const answers: Partial<Record<Fault, string>> = {
  truncated: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"rows":[{"id":1,',
  garbage: '\u0000\u0001\u0002 segreto \r\n\r\n\u00ff',
  html: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: 16\r\n\r\n<h1>segreto</h1>',
  storm:
    'HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 21\r\n\r\n{"message":"segreto"}',
};

/** A host that answers with `fetch`, behind a connection whose fault the tests choose. */
export async function openFaulty(fetch: (request: Request) => Response | Promise<Response>) {
  const good = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }));
  const sockets = new Set<Socket>();
  let fault: Fault = 'none';
  const front = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    if (fault === 'none') {
      const behind = connect((good.address() as AddressInfo).port, '127.0.0.1');
      behind.on('error', () => socket.destroy());
      socket.once('close', () => behind.destroy());
      return void socket.pipe(behind).pipe(socket);
    }
    if (fault === 'refused') return void socket.resetAndDestroy();
    socket.once('data', () => {
      if (fault === 'reset') socket.resetAndDestroy();
      else if (fault === 'drip') {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n');
        const drop = setInterval(() => socket.write(' '), 100);
        socket.once('close', () => clearInterval(drop));
      } else if (fault !== 'hang') socket.end(Buffer.from(answers[fault]!, 'latin1'));
    });
  });
  await Promise.all([listen(good, 0), listen(front, 0)]);
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** Sets the fault of new connections and breaks the open ones. */
    async set(next: Fault): Promise<void> {
      fault = next;
      for (const socket of sockets) socket.destroy();
      if (next === 'refused' && front.listening) await new Promise((done) => front.close(done));
      if (next !== 'refused' && !front.listening) await listen(front, port);
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      front.close();
      good.closeAllConnections();
      good.close();
    },
  };
}

const listen = (server: Server | ReturnType<typeof createSocketServer>, port: number) =>
  new Promise<void>((done) => server.listen(port, '127.0.0.1', () => done()));
