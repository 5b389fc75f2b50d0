import type { MovedOut } from '#domain/calendars/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { closed as words } from '#site/messages/it/calendars.ts';

/**
 * Moves events that were moved out of a closure or an absence back together; throws with the reasons of those that cannot
 * come back.
 */
export async function takeBack(events: MovedOut[]): Promise<void> {
  const { back, stayed } = await call('POST /calendars/displaced/undo', { key: newKey(), body: { events } });
  if (stayed.length > 0) throw new Error([t(words.back, { n: back }), ...stayed].join(' '));
}
