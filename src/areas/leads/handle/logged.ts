import type { Lead } from '#domain/leads/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { record as kit } from '#site/messages/it/kit.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { read, remove, write, type LoggedAction } from '#site/stores/persisted.ts';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';

/** How long the press that takes an action back is offered. */
const UNDO_MS = 10_000;

export const loggedOf = ({ id, version, actions }: Lead, who: string, booked: boolean): LoggedAction => ({
  id,
  version,
  actionId: actions[0]!.id,
  who,
  booked,
});

/** Says that an action was logged, with a press that takes it back; `after`: what the page does with the lead then. */
function offer({ id, version, actionId, booked }: LoggedAction, text: string, after: (lead: Lead) => void): void {
  const run = () =>
    void attempt(
      async () => after(await call('DELETE /leads/:id/actions/:actionId', { params: { id, actionId }, version })),
      { done: booked ? words.takenBackBooked : words.takenBack },
    );
  void toast(text, { kind: 'ok', duration: UNDO_MS, action: { label: kit.undo, run } });
}

export const tellLogged = (logged: LoggedAction, after: (lead: Lead) => void): void =>
  offer(logged, words.saved, after);

/** For a page that goes on to the next lead at once: that one says it. */
export const keepLogged = (logged: LoggedAction): void => write('loggedAction', logged);

/** Says what was logged on the lead before this one; taken back, its page opens again. */
export function tellKept(): void {
  const kept = read('loggedAction');
  if (!kept) return;
  remove('loggedAction');
  offer(kept, t(words.savedOn, { who: kept.who }), ({ id }) => location.assign(`/dealer/leads/handle?lead=${id}`));
}
