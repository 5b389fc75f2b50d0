/** Head and foot of every document of a company. */
import { addressLine } from '#domain/address.ts';
import { day, telephone } from '#domain/italian.ts';
import type { Ctx, HeavyCtx } from '../lib/context.ts';
import { lookPictures, lookView, readLook, withLogo, type Look } from './look.ts';
import { inThread } from '../lib/worker.ts';
import type { Drawing } from './draw.ts';

/** The data of a company on its documents. */
export interface Company {
  name: string;
  address: string;
  cap: string;
  city: string;
  province: string;
  vatNumber: string;
  phone: string;
  email: string;
}

export const readCompany = ({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Company> =>
  db
    .selectFrom('companies')
    .select(['name', 'address', 'cap', 'city', 'province', 'vatNumber', 'phone', 'email'])
    .where('companyId', '=', user.companyId)
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
    contacts: [company.phone && `Tel. ${telephone(company.phone)}`, company.email].filter(Boolean).join(' · '),
  },
  footerLine,
});

interface Headed extends Drawing, Pick<Head, 'title' | 'number' | 'footerLine'> {}

/** Draws a document with today's date under the company's letterhead as PDF; it is not stored. */
export async function drawDocument(
  { files, today }: Pick<HeavyCtx, 'files' | 'today'>,
  { look: unread, company }: Awaited<ReturnType<typeof readLetterhead>>,
  { template, title, number, footerLine, view, pictures }: Headed,
): Promise<Uint8Array> {
  const look = await withLogo(files, unread);
  const head = headView({ look, company, title, number, revision: 1, date: today, watermark: '', footerLine });
  const drawing: Drawing = {
    template,
    view: { ...head, ...view },
    pictures: { ...pictures, ...lookPictures(look) },
  };
  return inThread<Uint8Array>('documents/draw.ts', 'drawPdf', drawing);
}
