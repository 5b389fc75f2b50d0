import { existsSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new temporary folder. If the tests run as root, other users may pass through it: otherwise the application would
 * move the test's database to /var/lib and leave it there.
 */
export async function temporaryFolder(place = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(place, 'volante-test-'));
  await chmod(folder, 0o711);
  return folder;
}

const MEMORY = '/dev/shm';
/** Several times what the databases of a run take at once. */
const ROOM = 4e9;

/**
 * Where many databases are made and dropped: in memory where the machine has plenty. A disk with ext4 looks past all
 * files deleted in the last minutes for each new one, and a database has more than a thousand.
 */
export function quickPlace(): string {
  if (!existsSync(MEMORY) || process.availableMemory() < ROOM) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ROOM ? tmpdir() : MEMORY;
}
