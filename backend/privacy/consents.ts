import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { keysOf } from '#domain/record/machine.ts';
import { isEnding, lastDayOf, consentStateOf } from '#domain/privacy/rules.ts';
import type { Consents } from '#domain/privacy/schema.ts';
import { privacySettingFields, type PrivacySettings } from '#domain/privacy/setting-fields.ts';
import { purposes, type Channel, type ConsentPurpose, type Way } from '#domain/privacy/terms.ts';
import type { privacy as table } from '#domain/privacy/endpoints.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import { versionOf } from '../lib/people/privacy-texts.ts';

type Table = typeof table;
const MOST_SHOWN = 100;

export const settingsGroup = { group: 'privacy', fields: privacySettingFields } as const;
export const readPrivacySettings = async ({ db, user, today }: Ctx): Promise<PrivacySettings> =>
  (await readSettingsOn(db, user.companyId, settingsGroup, [today]))[0]!;

/** The customer of the caller's company, locked if `lock`; throws `not_found`, also when its data were erased. */
export async function readPerson(ctx: Ctx, id: number, lock = false) {
  const row = await ctx.db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone', 'archivedAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return row;
}

/** The current consent of a customer for each purpose. */
export async function readNow(ctx: Ctx, customerId: number): Promise<Consents['now']> {
  const settings = await readPrivacySettings(ctx);
  const rows = await ctx.db
    .selectFrom('consentsNow')
    .select(['purpose', 'given', 'channels', 'saidOn'])
    .where('companyId', '=', ctx.user.companyId)
    .where('customerId', '=', customerId)
    .execute();
  return keysOf(purposes).map((purpose) => {
    const row = rows.find((one) => one.purpose === purpose);
    const word = row ? { given: row.given!, on: row.saidOn! } : null;
    const until = word?.given ? lastDayOf(purpose, word.on, settings) : null;
    return {
      purpose,
      standing: consentStateOf(purpose, word, settings, ctx.today),
      channels: word?.given ? (row!.channels as Channel[]) : [],
      on: word?.on ?? null,
      until,
      ending: until !== null && isEnding(until, ctx.today),
    };
  });
}

export async function answer(ctx: Ctx, id: number): Promise<Consents> {
  const { email, phone } = await readPerson(ctx, id);
  const history = await ctx.db
    .selectFrom('consents as c')
    .leftJoin('privacyTexts as t', (on) => on.onRef('t.companyId', '=', 'c.companyId').onRef('t.id', '=', 'c.textId'))
    .leftJoin('users as u', (on) => on.onRef('u.companyId', '=', 'c.companyId').onRef('u.id', '=', 'c.userId'))
    .select(['c.id', 'c.purpose', 'c.given', 'c.channels', 'c.way', 'c.saidOn as on', 'c.createdAt as at', 'c.proof'])
    .select(['t.version as textVersion', 'u.name as who'])
    .where('c.companyId', '=', ctx.user.companyId)
    .where('c.customerId', '=', id)
    .orderBy('c.id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  const links = await ctx.db
    .selectFrom('links')
    .select((eb) => [eb.fn.countAll<number>().as('open'), eb.fn.max('lastOpenedAt').as('openedAt')])
    .where('companyId', '=', ctx.user.companyId)
    .where('purpose', '=', 'privacy')
    .where('recordId', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.now.toISOString())
    .executeTakeFirstOrThrow();
  return {
    now: await readNow(ctx, id),
    history: history as Consents['history'],
    links: { open: Number(links.open), openedAt: links.openedAt },
    email,
    phone,
  };
}

export const readConsents: VerbOf<Table, 'GET /privacy/customers/:id'> = (ctx, { params }) => answer(ctx, params.id);

interface Said {
  purpose: ConsentPurpose;
  given: boolean;
  channels: readonly Channel[];
  way: Way;
  on: string;
  proof: string;
  linkId?: number;
}

/** Stores the answers with the texts in force, and notes them in the customer's activity. */
export async function keep(ctx: Ctx, customerId: number, said: readonly Said[]): Promise<void> {
  if (said.length === 0) return;
  const { companyId, id } = ctx.user;
  const texts = new Map<ConsentPurpose, number>();
  for (const { purpose } of said) texts.set(purpose, await versionOf(ctx, purpose));
  const rows = said.map(({ purpose, given, channels, way, on, proof, linkId = null }) => ({
    companyId,
    customerId,
    purpose,
    given,
    way,
    proof,
    linkId,
    textId: texts.get(purpose)!,
    saidOn: on,
    channels: given && purpose === 'marketing' ? [...channels] : [],
    ip: ctx.ip,
    userId: id || null,
    createdAt: ctx.now,
  }));
  await ctx.db.insertInto('consents').values(rows).execute();
  ctx.audit(
    ...rows.map(({ purpose, given, channels, way, saidOn }) => ({
      action: given ? 'consent' : 'consent_withdrawn',
      entity: 'customer',
      entityId: customerId,
      after: { purpose, channels, way, saidOn },
    })),
  );
}

/**
 * Stores an answer given on another day. Throws `invalid` when a later answer is known, which an older one cannot
 * change.
 */
export const note: VerbOf<Table, 'POST /privacy/customers/:id'> = async (ctx, { params, body }) => {
  await readPerson(ctx, params.id, true);
  const refuse = (message: string) => new Failure('invalid', undefined, { fields: { on: message } });
  const last = (await readNow(ctx, params.id)).find(({ purpose }) => purpose === body.purpose)!;
  if (last.on !== null && last.on > body.on) throw refuse('C’è già una scelta più recente di questo cliente');
  await keep(ctx, params.id, [body]);
  return answer(ctx, params.id);
};

/** What a lead brought to a customer who was another person was never theirs: it stays with the lead alone. */
async function part(ctx: Ctx, leadId: number, customerId: number): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql`delete from consents where company_id = ${companyId} and customer_id = ${customerId}
    and way = 'form' and proof = (select number from leads where company_id = ${companyId} and id = ${leadId}) returning id`.execute(
    ctx.db,
  );
  if (rows.length > 0) ctx.audit({ action: 'consent_parted', entity: 'customer', entityId: customerId, after: {} });
}

/**
 * What somebody said on a form of the company's pages, with the text that was shown, is said by the customer as whom their
 * lead goes on; said once, and a later word of the customer counts more by its day. Who it was linked with before has said
 * nothing of it.
 */
export const followLead: NonNullable<Effects['lead.linked']> = async (ctx, { leadId, customerId, before }) => {
  const { companyId } = ctx.user;
  if (before !== null) await part(ctx, leadId, before);
  if (customerId === null) return;
  const { rows } = await sql<{
    purpose: ConsentPurpose;
    given: boolean;
    channels: Channel[];
    saidOn: string;
  }>`insert into consents (company_id, customer_id, purpose, given, channels, way, said_on, text_id, proof, created_at)
    select s.company_id, ${customerId}, s.purpose, s.given, s.channels, 'form', s.said_on, s.text_id, l.number, ${ctx.now}
    from lead_consents s join leads l on l.company_id = ${companyId} and l.id = s.lead_id
    where s.company_id = ${companyId} and s.lead_id = ${leadId} and s.purpose <> 'notice'
      and not exists (select from consents c where c.company_id = ${companyId} and c.customer_id = ${customerId}
        and c.purpose = s.purpose and c.way = 'form' and c.proof = l.number)
    order by s.id returning purpose, given, channels, said_on::text as said_on`.execute(ctx.db);
  ctx.audit(
    ...rows.map(({ purpose, given, channels, saidOn }) => ({
      action: given ? 'consent' : 'consent_withdrawn',
      entity: 'customer',
      entityId: customerId,
      after: { purpose, channels, way: 'form', saidOn },
    })),
  );
};
