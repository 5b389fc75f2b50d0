/**
 * Forms that strangers send by an open page. Each waits until the address or number in it is confirmed by a code, and of
 * one contact and one network only few wait at once, so that nobody fills a company's day or desk from a script.
 */
import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { neighboursOf } from '#domain/auth/rules.ts';
import { Failure } from '#domain/errors.ts';
import { MOST_A_DAY, MOST_WAITING, type WaitingForm } from '#domain/public-pages.ts';
import type { Ctx } from '../work/context.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** The most forms that colleagues see at once. */
const MOST_SHOWN = 200;

/** What a page is for. */
export type PagePurpose = 'booking' | 'request';

export interface Page<A> {
  id: number;
  name: string;
  about: A;
}

/** A form as it is stored. */
export interface PageForm<F> {
  id: number;
  form: F;
  startsAt: string | null;
  minutes: number | null;
  calendarIds: number[];
  createdAt: string;
  codeHash: Buffer | null;
  codeAt: string | null;
  codeTries: number;
  codes: number;
  settledAs: 'confirmed' | 'taken' | 'dropped' | null;
}

/** A time of calendars that a form takes. */
export interface Hold {
  startsAt: Date;
  minutes: number;
  calendarIds: readonly number[];
}

async function findForm<F>({ db, user }: Ctx, which: RawBuilder<unknown>): Promise<PageForm<F> | undefined> {
  const { rows } = await sql<
    PageForm<F>
  >`select id, form, starts_at, minutes, calendar_ids, created_at, code_hash, code_at,
      code_tries, codes, settled_as
    from page_forms where company_id = ${user.companyId} and ${which} for update`.execute(db);
  return rows[0];
}

/** The form of a page with the key of its sender, locked; undefined: it was not sent before. */
export const sentBefore = <F>(ctx: Ctx, { id }: Pick<Page<unknown>, 'id'>, key: string) =>
  findForm<F>(ctx, sql`page_id = ${id} and key = ${key}`);

/** A form of a page by its id, locked. Throws `not_found`. */
export async function formOfPage<F>(ctx: Ctx, { id }: Pick<Page<unknown>, 'id'>, formId: number): Promise<PageForm<F>> {
  const form = await findForm<F>(ctx, sql`page_id = ${id} and id = ${formId}`);
  if (!form) throw new Failure('not_found');
  return form;
}

/** A form that a colleague settles, locked, with its page. Throws `not_found`, `conflict` for one that was settled. */
export async function takeForm<A, F>(
  ctx: Ctx,
  purpose: PagePurpose,
  formId: number,
): Promise<{ page: Page<A>; form: PageForm<F> }> {
  const form = await findForm<F>(ctx, sql`purpose = ${purpose} and id = ${formId}`);
  if (!form) throw new Failure('not_found');
  if (form.settledAs !== null) throw new Failure('conflict', 'È già stata confermata o messa da parte.');
  const { rows } = await sql<Page<A>>`select p.id, p.name, p.about from public_pages p join page_forms f
      on f.company_id = ${ctx.user.companyId} and f.page_id = p.id
    where p.company_id = ${ctx.user.companyId} and f.id = ${formId}`.execute(ctx.db);
  return { page: rows[0]!, form };
}

/** E-mail and number as they are counted. */
const contactsOf = ({ email, phone }: { email: string | null; phone: string | null }) => [
  ...(email ? [email.toLowerCase()] : []),
  ...(phone ? [phone] : []),
];

/** Throws `invalid` at the contact, or `conflict` for the network, of which too many forms wait. */
async function assertFew({ db, user, now }: Ctx, contacts: readonly string[], network: Buffer, but: number) {
  const own = sql`contacts && ${[...contacts]}::text[]`;
  const { rows } = await sql<{ contact: number; today: number; network: number }>`select
      count(*) filter (where ${own} and waits_until > ${now})::int as contact,
      count(*) filter (where ${own})::int as today,
      count(*) filter (where network = ${network} and waits_until > ${now})::int as network
    from page_forms where company_id = ${user.companyId} and settled_at is null and id <> ${but}
      and created_at > ${new Date(now.getTime() - DAY)}`.execute(db);
  const { contact, today, network: beside } = rows[0]!;
  if (today >= MOST_A_DAY || contact >= MOST_WAITING) {
    const message =
      today >= MOST_A_DAY
        ? 'Con questo recapito ci sono troppe richieste senza conferma: telefonare.'
        : 'Con questo recapito ci sono già due richieste da confermare: usare il codice ricevuto, o riprovare tra qualche minuto.';
    throw new Failure('invalid', message, { fields: { [contacts[0]?.includes('@') ? 'email' : 'phone']: message } });
  }
  if (beside >= MOST_WAITING)
    throw new Failure(
      'conflict',
      'Da questa rete ci sono già due richieste da confermare: usare il codice ricevuto, o riprovare tra qualche minuto.',
    );
}

interface Sent<F> {
  key: string;
  form: F & { email: string | null; phone: string | null };
  /** Minutes for which it counts among those that wait; a time is held as long. */
  minutes: number;
  hold?: Hold;
}

/** Keeps a form, or what was changed in the one that was sent before; returns its id. Throws as `assertFew`. */
export async function keepWaiting<F>(
  ctx: Ctx,
  { id: pageId }: Page<unknown>,
  purpose: PagePurpose,
  { key, form, minutes, hold }: Sent<F>,
  before?: PageForm<unknown>,
): Promise<number> {
  const { companyId } = ctx.user;
  const contacts = contactsOf(form);
  const network = createHash('sha256')
    .update(`${companyId} ${neighboursOf(ctx.ip)}`)
    .digest();
  await assertFew(ctx, contacts, network, before?.id ?? 0);
  const columns = {
    form: JSON.stringify(form),
    contacts,
    network,
    waitsUntil: new Date(ctx.now.getTime() + minutes * MINUTE),
    startsAt: hold?.startsAt ?? null,
    minutes: hold?.minutes ?? null,
    calendarIds: [...(hold?.calendarIds ?? [])],
  };
  if (before) {
    await ctx.db
      .updateTable('pageForms')
      .set(columns)
      .where('companyId', '=', companyId)
      .where('id', '=', before.id)
      .execute();
    return before.id;
  }
  const { id } = await ctx.db
    .insertInto('pageForms')
    .values({ ...columns, companyId, purpose, pageId, key, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'wait', entity: 'page_form', entityId: id });
  return id;
}

/** What became of a form: what was typed and the network go, because the lead that it became holds what is needed. */
export const settleForm = (
  { db, user, now }: Ctx,
  { id }: Pick<PageForm<unknown>, 'id'>,
  settledAs: NonNullable<PageForm<unknown>['settledAs']>,
  startsAt: Date | null = null,
) =>
  db
    .updateTable('pageForms')
    .set({ form: '{}', contacts: [], network: Buffer.alloc(0), settledAs, settledAt: now })
    .$if(startsAt !== null, (query) => query.set({ startsAt: startsAt! }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();

/** Times of these calendars that are held now, but for those of the form `but`. */
export async function holdsOf(
  { db, user, now }: Ctx,
  calendarIds: readonly number[],
  but: number,
): Promise<(Hold & { startsAt: Date })[]> {
  const { rows } = await sql<{ startsAt: string; minutes: number; calendarIds: number[] }>`
    select starts_at, minutes, calendar_ids from page_forms
    where company_id = ${user.companyId} and purpose = 'booking' and settled_at is null and id <> ${but}
      and waits_until > ${now} and calendar_ids && ${[...calendarIds]}::bigint[]`.execute(db);
  return rows.map(({ startsAt, ...one }) => ({ ...one, startsAt: new Date(startsAt) }));
}

/** The forms that wait, the newest first, which match `which` (alias `f`). */
export async function waitingForms(
  { db, user, now }: Ctx,
  purpose: PagePurpose,
  which: RawBuilder<unknown> = sql`true`,
): Promise<WaitingForm[]> {
  const { rows } =
    await sql<WaitingForm>`select f.id, p.name as page, f.form ->> 'name' as name, f.form ->> 'phone' as phone,
      f.form ->> 'email' as email, concat_ws(E'\n', nullif(f.form ->> 'vehicle', ''), nullif(f.form ->> 'message', '')) as text,
      f.created_at, f.starts_at, f.starts_at is not null and f.waits_until > ${now} as is_held
    from page_forms f join public_pages p on p.company_id = ${user.companyId} and p.id = f.page_id
    where f.company_id = ${user.companyId} and f.purpose = ${purpose} and f.settled_at is null and ${which}
    order by f.id desc limit ${MOST_SHOWN}`.execute(db);
  return rows;
}

/** Puts a form aside: its code is void. */
export async function dropForm(ctx: Ctx, form: PageForm<unknown>): Promise<void> {
  await settleForm(ctx, form, 'dropped');
  ctx.audit({ action: 'drop', entity: 'page_form', entityId: form.id });
}
