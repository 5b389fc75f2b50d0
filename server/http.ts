import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as afterPoll, setTimeout as sleep } from 'node:timers/promises';
import { BARE_POLICY, startingPage, unreadPage } from './bare-pages.ts';
import { MOST_CONNECTIONS, PATIENCE, type Patience, watchStrangers } from './strangers.ts';

export interface FrontOptions {
  /** Set on a public server: how long strangers may keep a connection, and how many proxies are in front. */
  strangers?: { proxies: number; patience?: Patience };
}

export interface Front {
  port: number;
  /** Passes requests to `handler` from now on; before that they get 503. */
  serve(handler: RequestListener, isReady: () => Promise<boolean>): void;
  /** Reports not ready at once, accepts no new connections or requests, and gives running requests up to `drainMs` milliseconds. */
  close(drainMs: number): Promise<void>;
}

/**
 * How long new connections are still accepted after the stop, in ms: clients already on their way then get a 503 in place of a connection
 * error.
 */
const SHUT_MS = 150;

/** Header that asks the pages for the error page of a status (src/fetch.ts); removed from incoming requests. */
const REFUSED = 'x-refused';

/** The methods that any route may answer. Others (TRACE) fail in a handler that cannot even read them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Listens before anything else starts, so that an occupied port is known at once and probes get an answer: `/healthz` (the process lives)
 * and `/readyz` (requests would succeed). Throws a message for the person when it cannot listen on the address.
 */
export async function openFront(port: number, host: string, { strangers }: FrontOptions = {}): Promise<Front> {
  let handler: RequestListener | undefined;
  let isReady = async () => false;
  /** Set by the stop; resolves when new connections are no longer accepted. */
  let shut: Promise<void> | undefined;
  const running = new Set<ServerResponse>();
  /** EventSource answers, which never end by themselves. */
  const streams = new Set<ServerResponse>();
  let lastEnd = 0;

  /** Refuses with the error page, in the person's theme and with a link home, when a browser shows the answer; else with one sentence. */
  const refuse = (request: IncomingMessage, response: ServerResponse, status: number, text: string) => {
    if (!handler || !isLookedAt(request)) return plain(response, status, text);
    if (status === 400) Object.assign(request, { url: '/', headers: { ...request.headers, host: 'localhost' } });
    if (status === 501) request.method = 'GET';
    request.headers[REFUSED] = String(status);
    handler(request, response);
  };

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    delete request.headers[REFUSED];
    if (request.url === '/healthz') return plain(response, 200, 'ok');
    if (request.url === '/readyz')
      return void isReady().then((ready) => plain(response, ready ? 200 : 503, ready ? 'ok' : 'non pronto'));
    if (!handler)
      return isLookedAt(request)
        ? starting(response)
        : plain(response, 503, 'Avvio in corso: riprovare tra qualche secondo.');
    if (!isAddress(request)) return refuse(request, response, 400, 'Richiesta non valida.');
    if (!METHODS.has(request.method!)) return refuse(request, response, 501, 'Metodo non previsto.');
    if (shut) {
      // Answered only once the port is closed: a client that hears 503 earlier comes back at once and is cut off.
      response.shouldKeepAlive = false;
      return void shut.then(() =>
        refuse(request, response, 503, 'Il servizio si sta riavviando: riprovare tra qualche secondo.'),
      );
    }
    const answers = request.headers.accept?.includes('text/event-stream') ? streams : running;
    answers.add(response);
    response.once('close', () => {
      answers.delete(response);
      lastEnd = Date.now();
    });
    handler(request, response);
  };
  // A client that sends its headers very slowly is cut off within 20 s. A photo from a recognised user's phone may take two minutes.
  const limits = {
    headersTimeout: 15_000,
    requestTimeout: 130_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5000,
  };
  const server = createServer(limits, answer);
  server.maxConnections = MOST_CONNECTIONS;
  if (strangers) {
    const cut = (socket: Socket) => (socket.writable ? unread(socket, 408) : socket.destroy());
    watchStrangers(server, { patience: PATIENCE, ...strangers, cut });
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Once an answer has begun, the error page would be read as part of it.
    const isAnswered = [...running, ...streams].some((each) => each.socket === socket && each.headersSent);
    if (isAnswered || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    unread(socket, UNREAD[error.code ?? ''] ?? 400);
  });
  await listen(server, port, host);

  return {
    port: (server.address() as AddressInfo).port,
    serve(next, ready) {
      handler = next;
      isReady = ready;
    },
    async close(drainMs) {
      isReady = async () => false;
      // After a poll of the sockets, no connection is left in the accept queue.
      shut = sleep(SHUT_MS).then(() => afterPoll());
      for (const response of running) response.shouldKeepAlive = false;
      // Live updates never end by themselves; their browsers reconnect to another process.
      for (const response of streams) response.destroy();
      await shut;
      // Avoids the close of http, which also cuts connections whose request is not read yet.
      const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
      // A client whose answer promised to keep the connection alive gets time to send again and to receive the 503.
      const idle = setInterval(() => Date.now() > lastEnd + SHUT_MS && server.closeIdleConnections(), 50);
      const late = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(late);
      clearInterval(idle);
    },
  };
}

/**
 * True for a path of this site as browsers send it and a host that makes a valid URL. Static files and pages read anything else
 * differently: `//evil.example/../_astro/` would redirect to that host, `Host: a b` would open the login page at every address.
 */
function isAddress({ url = '', headers: { host = '' }, headersDistinct }: IncomingMessage): boolean {
  // With two Host headers, a proxy in front may have used the other one.
  const isHost = headersDistinct.host?.length === 1 && /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host);
  return isHost && /^\/(?![/\\])/.test(url) && URL.canParse(`http://${host}${url}`);
}

/** True when a person looks at the answer; false for a script or a probe. */
const isLookedAt = ({ url = '', headers: { accept = '' } }: IncomingMessage): boolean =>
  accept.includes('text/html') && !url.startsWith('/api/');

const bare = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

function plain(response: ServerResponse, status: number, text: string) {
  const headers = { ...bare, 'content-type': 'text/plain; charset=utf-8' };
  response.writeHead(status, { ...headers, ...(status === 503 && { 'retry-after': '5' }) }).end(text);
}

const barePage = { ...bare, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': BARE_POLICY };

function starting(response: ServerResponse) {
  response.writeHead(503, { ...barePage, 'retry-after': '5' }).end(startingPage);
}

/** Statuses of unreadable requests that are not simply invalid (400). */
const UNREAD: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Writes an error page straight to the socket: the request could not be read, so there is none to answer. */
function unread(socket: Duplex, status: number) {
  const page = unreadPage(status);
  const headers = { ...barePage, 'content-length': Buffer.byteLength(page), connection: 'close' };
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...Object.entries(headers).map((one) => one.join(': '))];
  socket.end(`${head.join('\r\n')}\r\n\r\n${page}`);
  // Leaves a client that is still sending time to read the page.
  setTimeout(() => socket.destroy(), SHUT_MS).unref();
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        fail(
          new Error(
            `La porta ${port} è già occupata: fermare l'altro programma o sceglierne un'altra, per esempio PORT=${port + 1}.`,
          ),
        );
      else fail(new Error(`Non si può ascoltare su ${host}:${port} (${error.code}).`, { cause: error }));
    });
    server.listen(port, host, done);
  });
}
