import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new temporary folder. If the tests run as root, other users may pass through it: otherwise the application would
 * move the test's database to /var/lib and leave it there.
 */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'volante-test-'));
  await chmod(folder, 0o711);
  return folder;
}
