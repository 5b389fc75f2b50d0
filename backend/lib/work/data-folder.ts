import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the data folder when it is missing, closed to other users. When the process is root, others may pass through
 * but not list it: PostgreSQL then runs as another user, in a folder of its own inside.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true })) !== undefined)
    await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * The secret kept in `file` (43 URL-safe characters, 256 bits), made at the first call and readable by this user only.
 * Throws when the file is there but holds something shorter than 32 characters.
 */
export async function keptSecret(file: string): Promise<string> {
  await makeDataFolder(dirname(file));
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32) throw new Error(`La chiave in ${file} è troppo corta o vuota.`);
  return secret;
}
