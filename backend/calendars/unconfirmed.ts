/** Bookings that nobody has confirmed, as colleagues see them: the reception all of them, others those of their own calendar. */
import { sql } from 'kysely';
import type { bookings as table } from '#domain/calendars/booking.ts';
import { Failure } from '#domain/errors.ts';
import { holdsAny, privileges as p } from '#domain/privileges.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { dropForm, settleForm, takeForm, waitingForms } from '../lib/people/page-forms.ts';
import { slotOf } from './book.ts';
import { BOOKING, enter, GONE, type About, type Form, type TakeIn } from './held.ts';

type Table = typeof table;

/** Who receives customers for everybody. */
const receives = [p.manageCalendars, p.registerAccesses, p.welcomeCustomers] as const;

/** The calendars whose bookings the caller sees; null: all. */
async function ownOf({ db, user }: Ctx): Promise<number[] | null> {
  if (holdsAny(user.privileges, receives)) return null;
  const rows = await db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .execute();
  return rows.map(({ id }) => id);
}

export const unconfirmed: VerbOf<Table, 'GET /calendars/unconfirmed'> = async (ctx) => {
  const own = await ownOf(ctx);
  const theirs = own === null ? sql`true` : sql`f.calendar_ids && ${own}::bigint[]`;
  return waitingForms(ctx, BOOKING, sql`f.starts_at > ${ctx.now} and ${theirs}`);
};

/** A booking that waits, locked, with its page. Throws as `takeForm`, also `not_found` for one of others' calendars. */
async function takeOwn(ctx: Ctx, formId: number) {
  const own = await ownOf(ctx);
  const taken = await takeForm<About, Form>(ctx, BOOKING, formId);
  if (own !== null && !taken.form.calendarIds.some((id) => own.includes(id))) throw new Failure('not_found');
  return taken;
}

/** A colleague books what the customer has not confirmed. Throws `conflict` when the time is not free any more. */
export const takeUnconfirmed =
  (takeIn: TakeIn): VerbOf<Table, 'POST /calendars/unconfirmed/:formId/take'> =>
  async (ctx, { params: { formId } }) => {
    const { page, form } = await takeOwn(ctx, formId);
    const startsAt = new Date(form.startsAt!);
    await enter(ctx, page, form, startsAt, takeIn).catch((error: unknown) => {
      throw error instanceof Failure && error.detail.fields?.time ? new Failure('conflict', GONE) : error;
    });
    await settleForm(ctx, form, 'taken');
    return slotOf(startsAt);
  };

export const dropUnconfirmed: VerbOf<Table, 'POST /calendars/unconfirmed/:formId/drop'> = async (
  ctx,
  { params: { formId } },
) => dropForm(ctx, (await takeOwn(ctx, formId)).form);
