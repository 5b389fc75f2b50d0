import type { AppointmentPage } from '#domain/calendars/customer.ts';
import { isDay } from '#domain/dates.ts';
import { Failure, type ErrorBody } from '#domain/errors.ts';
import { send } from '#site/lib/send.server.ts';

const acts = ['confirm', 'move', 'cancel', 'again'] as const;
export type Act = (typeof acts)[number];

/** Handles a form of the page, which works without JavaScript: what was done, or the error in Italian. */
export async function answerAppointment(
  request: Request,
  locals: App.Locals,
  token: string,
): Promise<{ done: Act } | { error: string }> {
  const form = await request.formData().catch(() => new FormData());
  const act = acts.find((one) => one === form.get('act')) ?? 'confirm';
  const startsAt = form.get('startsAt');
  const body = {
    token,
    ...((act === 'move' || act === 'again') && { startsAt: typeof startsAt === 'string' ? startsAt : '' }),
  };
  const answer = await send(request, locals, `/links/appointment/${act}`, body);
  if (answer.ok) return { done: act };
  const { fields, message } = (await answer.json()) as ErrorBody;
  return { error: fields?.startsAt ? 'Scegliere uno degli orari liberi.' : message };
}

/** What the private link opens; null for an unknown link. */
export async function readAppointment(
  { call }: App.Locals,
  token: string,
  day: string | null,
): Promise<AppointmentPage | null> {
  if (token.length < 40 || token.length > 60) return null;
  const query = { token, ...(day !== null && isDay(day) && { day }) };
  return call('GET /links/appointment', { query }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  });
}
