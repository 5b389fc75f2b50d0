import { addDays } from '#domain/dates.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { privacy as table } from '#domain/privacy/endpoints.ts';
import { readDealer } from '../documents/letterhead.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { openLink, revokeLinks } from '../lib/people/link.ts';
import { mailCustomer } from '../lib/people/mail.ts';
import { answer, readPerson } from './consents.ts';
import { readHouse } from '../lib/people/privacy-texts.ts';

type Table = typeof table;
/** Days for which a link opens the page: a customer asked in the summer holidays may answer in September. */
const LINK_DAYS = 90;

const linkFor = (ctx: Ctx, recordId: number) =>
  openLink(ctx, {
    purpose: 'privacy',
    recordId,
    expiresAt: new Date(`${addDays(ctx.today, LINK_DAYS)}T23:00:00Z`),
  });
const urlOf = ({ config }: Pick<Ctx, 'config'>, token: string) => `${config.PUBLIC_ORIGIN}/privacy/${token}`;

/** Sends one message with its own new link. The link of a failed try opens nothing. */
export const privacyMail: Job<{ companyId: number; id: number }> = {
  name: 'privacy-mail',
  isMail: true,
  run: async ({ config, asCompany }, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const mail = await inside(async (ctx) => {
      const message = await ctx.db
        .selectFrom('messages')
        .select(['recordId', 'address as to', 'subject', 'body'])
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .where('sentAt', 'is', null)
        .executeTakeFirst();
      if (!message) return null;
      const link = await linkFor(ctx, message.recordId);
      const text = message.body.replaceAll(LINK_PLACE, urlOf(ctx, link.token));
      const keeps = [(await readHouse(ctx)).contacts];
      return { ...message, linkId: link.id, text, keeps, dealer: await readDealer(ctx) };
    });
    if (!mail) return;
    const { to, subject, text, keeps, linkId, recordId, dealer } = mail;
    const mark = (ctx: Ctx, columns: object) =>
      ctx.db.updateTable('messages').set(columns).where('companyId', '=', companyId).where('id', '=', id).execute();
    try {
      await mailCustomer(config, dealer, { about: `${companyId}-messages-${id}`, to, subject, text, keeps });
    } catch (error) {
      await inside(async (ctx) => {
        await revokeLinks(ctx, 'privacy', recordId, linkId);
        await mark(ctx, { failedAt: ctx.now, failure: String(error).slice(0, 500) });
      });
      throw error;
    }
    await inside((ctx) => mark(ctx, { sentAt: ctx.now, linkId, failedAt: null, failure: null }));
  },
};

export const sendLink: VerbOf<Table, 'POST /privacy/customers/:id/send'> = async (ctx, { params: { id }, body }) => {
  const { name } = await readPerson(ctx, id, true);
  const house = await readHouse(ctx);
  const { companyId, id: userId } = ctx.user;
  const text = [
    `Gentile ${name},`,
    `da questa pagina può leggere come ${house.name} tratta i suoi dati e scegliere, una per una, le comunicazioni che desidera ricevere:`,
    LINK_PLACE,
    'La pagina è personale e resta aperta novanta giorni: le scelte si cambiano quando si vuole.',
    [house.name, house.contacts].join('\n'),
  ].join('\n\n');
  const row = await ctx.db
    .insertInto('messages')
    .values({
      companyId,
      entity: 'customer',
      recordId: id,
      direction: 'out',
      userId,
      createdAt: ctx.now,
      address: body.to,
      subject: `${house.name}: i suoi dati e le sue scelte`,
      body: text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.enqueue(privacyMail, { companyId, id: row.id });
  ctx.audit({ action: 'privacy_sent', entity: 'customer', entityId: id, after: { to: body.to } });
  return answer(ctx, id);
};

export const makeLink: VerbOf<Table, 'POST /privacy/customers/:id/link'> = async (ctx, { params: { id } }) => {
  await readPerson(ctx, id, true);
  const { token } = await linkFor(ctx, id);
  ctx.audit({ action: 'privacy_link', entity: 'customer', entityId: id });
  return { url: urlOf(ctx, token), expiresAt: new Date(`${addDays(ctx.today, LINK_DAYS)}T23:00:00Z`).toISOString() };
};

export const endLinks: VerbOf<Table, 'POST /privacy/customers/:id/revoke'> = async (ctx, { params: { id } }) => {
  await readPerson(ctx, id, true);
  await revokeLinks(ctx, 'privacy', id);
  ctx.audit({ action: 'link_revoked', entity: 'customer', entityId: id });
  return answer(ctx, id);
};
