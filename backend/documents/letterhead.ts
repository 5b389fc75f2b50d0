/** Head and foot of every document of a company. */
import { addressLine } from '#domain/address.ts';
import type { CompanyInput } from '#domain/companies/schema.ts';
import { contactLine, legalLine } from '#domain/companies/stated.ts';
import { day } from '#domain/italian.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import type { Dealer } from '../lib/people/mail.ts';
import { lookPictures, lookView, readLook, withLogo, type Look } from './look.ts';
import { inThread } from '../lib/work/worker.ts';
import type { Drawing } from './draw.ts';

/** The data of a company on its documents; those issued before a field existed do not have it. */
export type Company = Pick<CompanyInput, (typeof always)[number]> & Partial<Pick<CompanyInput, (typeof since)[number]>>;

const always = ['name', 'address', 'cap', 'city', 'province', 'vatNumber', 'phone', 'email'] as const;
const since = [
  ...(['taxCode', 'website', 'pec', 'sdi', 'registry', 'rea', 'capital', 'capitalPaid'] as const),
  ...(['soleShareholder', 'inLiquidation', 'accounts', 'payments'] as const),
] as const;

export async function readCompany({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Company> {
  const { accounts, payments, ...company } = await db
    .selectFrom('companies')
    .select([...always, ...since])
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  // Checked when they were written (companyInput).
  return { ...company, accounts: accounts as Company['accounts'], payments: payments as Company['payments'] };
}

/** The sender of mails to customers. */
export const readDealer = ({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Dealer> =>
  db
    .selectFrom('companies')
    .select(['name', 'email', 'signature'])
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();

/** The colleague to whom a customer turns. */
export const readSeller = ({ db, user }: Pick<Ctx, 'db' | 'user'>, sellerId: number) =>
  db
    .selectFrom('users')
    .select(['name', 'phone', 'email'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow();

/** The sender of a document; read in a transaction, drawn outside of it. */
export const readLetterhead = async (ctx: Ctx) => ({ look: await readLook(ctx), company: await readCompany(ctx) });

interface Head {
  look: Look;
  company: Company;
  /** Title of the file. */
  title: string;
  /** Printed below the title. */
  number: string;
  /** Printed from the second revision on. */
  revision: number;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Printed large behind a draft. */
  watermark: '' | 'BOZZA';
  /** Printed below what the law asks of the company. */
  footerLine: string;
}

/** The head as `letter.typ` reads it. */
export const headView = ({ look, company, title, number, revision, date, watermark, footerLine }: Head) => ({
  ...lookView(look),
  watermark,
  documentTitle: title,
  date: date.split('-').map(Number),
  number,
  revisionAndDate: [revision > 1 && `revisione ${revision}`, day(date)].filter(Boolean).join(' · '),
  company: {
    name: company.name,
    address: addressLine(company),
    contacts: contactLine(company),
    legal: legalLine(company),
  },
  footerLine,
});

interface Headed extends Drawing, Pick<Head, 'title' | 'number' | 'footerLine'> {}

/** Draws a document with today's date under the company's letterhead as PDF; it is not stored. */
export async function drawDocument(
  outside: Pick<HeavyCtx, 'files' | 'inside' | 'today'>,
  { look: unread, company }: Awaited<ReturnType<typeof readLetterhead>>,
  { template, title, number, footerLine, view, pictures }: Headed,
): Promise<Uint8Array> {
  const look = await withLogo(outside, unread);
  const head = headView({ look, company, title, number, revision: 1, date: outside.today, watermark: '', footerLine });
  const drawing: Drawing = {
    template,
    view: { ...head, ...view },
    pictures: { ...pictures, ...lookPictures(look) },
  };
  return inThread<Uint8Array>('documents/draw.ts', 'drawPdf', drawing);
}
