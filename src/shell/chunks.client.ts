import { live as words } from '../messages/it/shell.ts';
import { toast } from '#site/ui/toast.ts';

/** Prevents a loop: the code of the toast that reports the failure may fail to load, too. */
let saying = false;

/** A part failed to load although the page was reloaded a moment ago, or without a network, where who reloads loses the page (reload.server.ts). */
addEventListener('volante:missing', () => {
  if (saying) return;
  saying = true;
  void toast(navigator.onLine ? words.chunkFailed : words.offline, { kind: 'bad' }).finally(() => (saying = false));
});
