import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { known, SOCKET } from '../gateway/known.ts';

/** Limits for connections whose requests carry neither a session nor a private link. */
export interface Patience {
  /** A request must arrive whole within `wholeMs`, and after `freeMs` at no less than `bytesPerSecond`; both in milliseconds. */
  wholeMs: number;
  freeMs: number;
  bytesPerSecond: number;
  /** The most connections of strangers at a time. */
  most: number;
  /** Milliseconds between two checks. */
  everyMs: number;
}
export const MOST_CONNECTIONS = 5000;
export const PATIENCE: Patience = {
  wholeMs: 15_000,
  freeMs: 3000,
  bytesPerSecond: 1000,
  most: MOST_CONNECTIONS / 5,
  everyMs: 1000,
};

interface Guest {
  socket: Socket;
  /** The request that is being received or answered. */
  request?: IncomingMessage | undefined;
  response?: ServerResponse | undefined;
  /** When the first bytes of the current request were seen (`since`), and how many bytes had arrived earlier (`before`). */
  since?: number | undefined;
  before: number;
}

/**
 * Keeps strangers from occupying connections. A stranger that sends its request too slowly gets 408. When there are too many, the one that
 * has waited longest is cut off, preferably not one whose answer is being made. A connection belongs to a stranger until the gateway
 * recognises the user; behind `proxies`, which share their connections between users, every request must be recognised anew. `cut` ends a
 * connection with the page of 408.
 */
export function watchStrangers(
  server: Server,
  { proxies, cut, patience }: { proxies: number; cut: (socket: Socket) => void; patience: Patience },
): void {
  const { wholeMs, freeMs, bytesPerSecond, most, everyMs } = patience;
  const guests = new WeakMap<Socket, Guest>();
  const byName = new Map<string, Guest>();
  const strangers = new Set<Guest>();
  let count = 0;

  const isAnswering = ({ request, response }: Guest) => request?.complete === true && !response!.writableEnded;
  const isIdle = ({ request, socket, before }: Guest) => !request && socket.bytesRead === before;

  /** Resets the guest after an answer: bytes that follow belong to the next request. */
  const settle = (guest: Guest) => {
    if (!guest.request?.complete || !guest.response!.writableFinished) return;
    Object.assign(guest, { request: undefined, response: undefined, since: undefined, before: guest.socket.bytesRead });
  };

  const leave = (guest: Guest) => {
    strangers.delete(guest);
    if (guest.response?.headersSent) guest.socket.destroy();
    else cut(guest.socket);
  };

  const makeRoom = () => {
    const waiting = [...strangers].filter((guest) => !isAnswering(guest));
    const first = waiting.find(isIdle) ?? waiting[0] ?? [...strangers].at(-1)!;
    strangers.delete(first);
    first.socket.destroy();
  };

  const look = () => {
    const now = Date.now();
    for (const guest of strangers) {
      settle(guest);
      if (isIdle(guest) || guest.request?.complete) continue;
      guest.since ??= now;
      const ms = now - guest.since;
      const wanted = ((ms - freeMs) / 1000) * bytesPerSecond;
      if (ms > wholeMs || guest.socket.bytesRead - guest.before < wanted) leave(guest);
    }
  };

  server.on('connection', (socket: Socket) => {
    const guest: Guest = { socket, before: 0 };
    guests.set(socket, guest);
    strangers.add(guest);
    socket.once('close', () => strangers.delete(guest));
    if (strangers.size > most) makeRoom();
  });
  // Runs before the request is answered, because the answer may recognise the user.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const guest = guests.get(request.socket)!;
    const name = String((count += 1));
    request.headers[SOCKET] = name;
    settle(guest);
    Object.assign(guest, { request, response, since: guest.since ?? Date.now() });
    if (proxies > 0 && !guest.socket.destroyed) strangers.add(guest);
    byName.set(name, guest);
    response.once('close', () => byName.delete(name));
  });
  subscribe(known.name, (name) => {
    const guest = byName.get(name as string);
    if (guest) strangers.delete(guest);
  });
  const looking = setInterval(look, everyMs).unref();
  server.once('close', () => clearInterval(looking));
}
