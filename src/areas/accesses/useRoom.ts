import { useState } from 'react';
import type { ReceptionNow } from '#domain/accesses/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { attempt } from '#site/ui/attempt.ts';

/** Milliseconds before the end of the room's screen from which the reception is told. */
const ENDS_SOON = 14 * 86_400_000;

/** The screen of a place's room: a new one is opened at once where there is none, else after a question. */
export function useRoom({ roomUntil: until, location }: ReceptionNow, now: Date) {
  const [told, setTold] = useState({ place: location.id, url: '', asks: false });
  // What was asked and opened of another place is not this one's.
  const { url, asks } = told.place === location.id ? told : { url: '', asks: false };
  const tell = (news: { url?: string; asks?: boolean }) =>
    setTold({ place: location.id, url: '', asks: false, ...news });
  const open = () => {
    tell({});
    void attempt(async () => {
      tell({ url: (await call('POST /accesses/rooms', { key: newKey(), body: { locationId: location.id } })).url });
    });
  };
  return {
    url,
    asks,
    until,
    open,
    leave: () => tell({}),
    press: () => (until === null ? open() : tell({ asks: true })),
    /** Whether there is something to say. */
    says: url !== '' || asks || (until !== null && Date.parse(until) - now.getTime() < ENDS_SOON),
  };
}
export type RoomScreen = ReturnType<typeof useRoom>;
