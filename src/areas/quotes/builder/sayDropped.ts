import { t } from '#site/lib/intl.ts';
import { keptQuotes as words } from '#site/messages/it/quotes.ts';
import type { keepQuote } from '#site/stores/quotes.ts';
import { toast } from '#site/ui/toast.ts';
import type { Displaced } from './store.ts';

/** The quote that fell out of the session's list is named and can come back. */
export const sayDropped = ({ dropped, undo }: NonNullable<ReturnType<typeof keepQuote>>): void =>
  void toast(t(words.dropped, { name: dropped.vehicle }), { action: { label: words.undo, run: undo }, duration: 8000 });

/** What something chosen has put away is named and can come back. */
export const sayDisplaced = ({ taken, gone, undo }: Displaced): void =>
  void toast(t(words.displaced, { taken, gone: gone.join(', ') }), {
    action: { label: words.undo, run: undo },
    duration: 8000,
  });
