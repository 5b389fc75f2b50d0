import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';

/** A door of its own to the run's database server: shut, it looks from outside like a server that stopped. */
export async function doorTo(ownerUrl: string) {
  const url = new URL(ownerUrl);
  const name = `.s.PGSQL.${url.searchParams.get('port')}`;
  const behind = join(url.searchParams.get('host')!, name);
  const folder = await temporaryFolder();
  url.searchParams.set('host', folder);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const inner = connect(behind);
    for (const end of [socket, inner]) {
      open.add(end);
      end.on('error', () => {}).once('close', () => [socket, inner].forEach((each) => each.destroy()));
    }
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((done) => server.listen(join(folder, name), done));
  return {
    url: url.href,
    async shut() {
      server.close();
      for (const end of open) end.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
