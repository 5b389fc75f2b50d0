import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new temporary folder. As root others may pass through it, as through most folders: else the database of a test would be moved
 * under /var/lib and stay there.
 */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'volante-test-'));
  await chmod(folder, 0o711);
  return folder;
}
