import type { BookingPage } from '#domain/calendars/booking.ts';
import { formOf, readPublic, sendForm, textsIn, type Refused } from '#site/parts/public-pages/form.server.ts';

/** What a customer chose, as the address of the page says it after a booking: `2026-11-26 10:00`. */
export const chosenIn = (text: string | null): { day: string; time: string } | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(text ?? '') ?? [];
  return day && time ? { day, time } : null;
};

/** Books what the form says; what was chosen where it was accepted. */
export async function book(request: Request, locals: App.Locals, token: string): Promise<Refused | string> {
  const typed = textsIn(await formOf(request));
  const { slot = '', shown, ...rest } = typed;
  const { day, time } = chosenIn(slot) ?? { day: '', time: '' };
  const body = { message: '', phone: '', email: '', name: '', ...rest, token, shown: Number(shown), day, time };
  const refused = await sendForm(request, locals, '/links/booking', { body, typed });
  return refused ?? slot;
}

/** The page of a link; 404 or 410 where there is none. */
export const readBooking = (
  { call }: App.Locals,
  token: string,
  from: string | null,
): Promise<BookingPage | 404 | 410> =>
  readPublic(token, () => call('GET /links/booking', { query: { token, ...(from && { from }) } }));
