import { live as words } from '../messages/it/shell.ts';
import { toast } from '#site/ui/toast.ts';

/** The toast that tells of the failure may itself be a part that does not load. */
let saying = false;

/** A part did not load, and a reload a moment ago did not help (reload.server.ts). */
addEventListener('volante:missing', () => {
  if (saying) return;
  saying = true;
  void toast(words.chunkFailed, { kind: 'bad' }).finally(() => (saying = false));
});
