import { t } from '#site/lib/intl.ts';
import { keptQuotes as words } from '#site/messages/it/quotes.ts';
import { toast } from '#site/ui/toast.ts';
import type { Displaced } from './store.ts';

/** Names what the last choice displaced, and offers to restore it. */
export const sayDisplaced = ({ taken, gone, undo }: Displaced): void =>
  void toast(t(words.displaced, { taken, gone: gone.join(', ') }), {
    action: { label: words.undo, run: undo },
    duration: 8000,
  });
