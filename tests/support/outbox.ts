import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The mails in the outbox for an address, by default for all, oldest first. */
export function mailsLeft({ DATA_DIR }: { DATA_DIR: string }, address = ''): string[] {
  const folder = join(DATA_DIR, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes(`To: ${address}`));
}
