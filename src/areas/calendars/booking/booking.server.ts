import type { BookingPage } from '#domain/calendars/booking.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import { formOf, readPublic, sendForm, textsIn, type Refused } from '#site/parts/public-pages/form.server.ts';

/** A time as the address of the page says it: `2026-11-26 10:00`. */
export const chosenIn = (text: string | null): { day: string; time: string } | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(text ?? '') ?? [];
  return day && time ? { day, time } : null;
};

type Typed = Record<string, string>;

/** Holds the time that the form says; where it was accepted, the query of the page that asks for the code. */
async function hold(request: Request, locals: App.Locals, token: string, typed: Typed): Promise<Refused | Typed> {
  const { slot = '', shown, since: _since, ...rest } = typed;
  const { day, time } = chosenIn(slot) ?? { day: '', time: '' };
  const body = { message: '', phone: '', email: '', name: '', ...rest, token, shown: Number(shown), day, time };
  const sent = await sendForm<CallAnswer<'POST /links/booking'>>(request, locals, '/links/booking', { body, typed });
  return 'refused' in sent ? sent.refused : { wait: sent.answer.form, slot };
}

/** Confirms what waits by its code, for the time that was held or the one that is chosen in its place. */
async function confirm(request: Request, locals: App.Locals, token: string, typed: Typed): Promise<Refused | Typed> {
  const { wait: form, code = '', slot } = typed;
  const body = { token, form, code, ...chosenIn(slot ?? null) };
  const path = '/links/booking/confirm';
  const sent = await sendForm<CallAnswer<'POST /links/booking/confirm'>>(request, locals, path, { body, typed });
  return 'refused' in sent ? sent.refused : { done: `${sent.answer.day} ${sent.answer.time}` };
}

/**
 * Sends what the page holds: the form, or the code; the query of the page that follows where it was accepted. A press
 * on other days (`from`) sends nothing: it is a refusal without an error, and what was typed stands.
 */
export async function book(request: Request, locals: App.Locals, token: string): Promise<Refused | Typed> {
  const typed = textsIn(await formOf(request));
  if (typed.from !== undefined) return { error: '', fields: {}, typed };
  return (typed.wait === undefined ? hold : confirm)(request, locals, token, typed);
}

/** The page of a link; 404 or 410 where there is none. */
export const readBooking = (
  { call }: App.Locals,
  token: string,
  from: string | null,
): Promise<BookingPage | 404 | 410> =>
  readPublic(token, () => call('GET /links/booking', { query: { token, ...(from && { from }) } }));
