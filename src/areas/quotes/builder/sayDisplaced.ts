import { t } from '#site/lib/intl.ts';
import { keptQuotes as words } from '#site/messages/it/quotes.ts';
import type { keepQuote } from '#site/stores/quotes.ts';
import { toast } from '#site/ui/toast.ts';
import type { Displaced } from './store.ts';

/** Names the quote that dropped out of the session's list, and offers to restore it. */
export const sayDropped = ({ dropped, undo }: NonNullable<ReturnType<typeof keepQuote>>): void =>
  void toast(t(words.dropped, { name: dropped.vehicle }), { action: { label: words.undo, run: undo }, duration: 8000 });

/** Names what the last choice displaced, and offers to restore it. */
export const sayDisplaced = ({ taken, gone, undo }: Displaced): void =>
  void toast(t(words.displaced, { taken, gone: gone.join(', ') }), {
    action: { label: words.undo, run: undo },
    duration: 8000,
  });
