import { t } from '#site/lib/intl.ts';
import { keptQuotes as words } from '#site/messages/it/quotes.ts';
import { keepQuote, type SessionQuote } from '#site/areas/quotes/session.ts';
import { toast } from '#site/ui/toast.ts';

/** Puts a quote into the session's list and says so. If another one drops out, the message names it and offers to restore it. */
export function keepForSession(quote: SessionQuote): void {
  const out = keepQuote(quote);
  if (!out)
    return void toast(t(words.kept, { name: quote.vehicle }), {
      kind: 'ok',
      action: { label: words.seeKept, run: () => location.assign('/quotation') },
    });
  void toast(t(words.dropped, { name: out.dropped.vehicle }), {
    action: { label: words.undo, run: out.undo },
    duration: 8000,
  });
}
