import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { startBare, worldIn } from '#tests/support/running.ts';
import type { Application } from '#tests/support/application.ts';
import { EVERY } from '#tests/support/world.ts';

const MB = 1_000_000;
const FILES = 20;

const { ownerUrl } = await testDatabase();
let application: Application;
let world: Awaited<ReturnType<typeof worldIn>>;
beforeAll(async () => {
  application = await startBare({ DATABASE_URL: ownerUrl });
  world = await worldIn(ownerUrl);
});
afterAll(async () => {
  await world.close();
  await application.stop();
});

/** Bytes of memory that a process holds. */
const heldBy = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
/** Those of the application and of what decodes pictures for it. */
function held(): number {
  const children = readFileSync(`/proc/${application.pid}/task/${application.pid}/children`, 'utf8').trim().split(' ');
  const decoders = children.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('lib/work/process.ts');
    } catch {
      return false;
    }
  });
  return [application.pid!, ...decoders].reduce((sum, pid) => sum + heldBy(pid), 0);
}

// Where the memory of a process can be read.
test.runIf(process.platform === 'linux')(
  'twenty photos of 20 MB and 12 megapixels at once are all kept, and the process stays small',
  async () => {
    const shown = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#345678' } })
      .jpeg()
      .toBuffer();
    const photo = Buffer.concat([shown, Buffer.alloc(20 * MB - shown.length, 'x')]);
    const people = await Promise.all([901, 902].map((company) => world.user(company, EVERY)));
    const send = async (i: number) => {
      const { token } = people[i % people.length]!;
      const response = await fetch(`${application.url}/api/uploads?purpose=stock_photo&name=foto.jpg`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: photo,
      });
      return response.status;
    };
    // Threads start and load what they need; that they hold is not of the files.
    expect(await Promise.all([send(0), send(1)])).toEqual([201, 201]);
    const before = held();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, held())), 20);
    const statuses = await Promise.all(Array.from({ length: FILES }, (_, i) => send(i)));
    clearInterval(watch);
    console.info(`${Math.round((most - before) / MB)} MB more than ${Math.round(before / MB)} MB`);
    expect(statuses).toEqual(Array.from({ length: FILES }, () => 201));
    // The files alone weigh 400 MB; two pictures unfolded at a time, what reads them and garbage that waits are about 100 to 160.
    expect(most - before).toBeLessThan(250 * MB);
  },
);
