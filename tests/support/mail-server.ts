import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A mail server that keeps its mails, refuses addresses for now or with the answer in `refusing`, or does not answer until
 * `waiting` is released.
 */
export async function openMailServer() {
  const state = { mails: [] as string[], refusing: false as boolean | string, waiting: null as Promise<void> | null };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const say = (line: string) => socket.write(`${line}\r\n`);
    let letter: string[] | null = null;
    let rest = '';
    socket.on('error', () => {});
    socket.on('data', async (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines)
        if (letter && line === '.') {
          const mail = letter.join('\r\n');
          letter = null;
          await state.waiting;
          state.mails.push(readable(mail));
          say('250 preso');
        } else if (letter) letter.push(line.replace(/^\./, ''));
        else if (/^EHLO/.test(line)) say('250 prova');
        else if (/^RCPT/.test(line) && state.refusing)
          say(typeof state.refusing === 'string' ? state.refusing : '451 riprovare');
        else if (/^DATA/.test(line)) {
          letter = [];
          say('354 scrivere');
        } else say('250 va bene');
    });
    say('220 prova');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
}

/** Decodes quoted-printable text. */
const readable = (mail: string) =>
  Buffer.from(
    mail.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
