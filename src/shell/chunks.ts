import { shell as words } from '../messages/it/shell.ts';
import { read, write } from '../stores/persisted.ts';
import { toast } from './toast.ts';

const GUARD_MS = 60_000;

/** Saying so may need a part that does not load either. */
let saying = false;

/**
 * A part of the page that does not load is of an older build: reload, at most once per 60 s (specification §2). Without
 * connection a reload would only lose the page.
 */
addEventListener('vite:preloadError', (event) => {
  const last = read('reloadedAt') ?? 0;
  if (Date.now() - last < GUARD_MS || !navigator.onLine) {
    if (saying) return;
    saying = true;
    void toast(words.chunkFailed, { kind: 'bad' }).finally(() => (saying = false));
    return;
  }
  event.preventDefault();
  write('reloadedAt', Date.now());
  location.reload();
});
