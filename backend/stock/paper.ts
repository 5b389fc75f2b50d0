import { day, telephone } from '#domain/italian.ts';
import type { Drawing } from '../documents/draw.ts';
import type { Ctx, HeavyCtx } from '../lib/context.ts';
import { readLook } from '../lib/look.ts';
import { inThread } from '../lib/worker.ts';
import { sellerOf } from './shown.ts';

/** Who a paper of the stock is from; read in a transaction, drawn outside of it. */
export const letterheadOf = async (inner: Ctx) => ({ look: await readLook(inner), company: await sellerOf(inner) });

interface Paper extends Drawing {
  title: string;
  /** Under the name of its kind. */
  number: string;
  footerLine: string;
}

/** A paper under the company's letterhead as PDF. */
export async function drawPaper(
  { files, today }: Pick<HeavyCtx, 'files' | 'today'>,
  { look, company }: Awaited<ReturnType<typeof letterheadOf>>,
  { template, title, number, footerLine, view, pictures }: Paper,
): Promise<Uint8Array> {
  const logo = look.logo && (await files.get(look.logo.key));
  const logoName = logo ? (logo[0] === 0x89 ? 'logo.png' : 'logo.jpg') : '';
  const head = {
    watermark: '',
    colour: look.colour,
    logo: logoName,
    documentTitle: title,
    footerLine,
    date: today.split('-').map(Number),
    number,
    revisionAndDate: day(today),
    company: {
      name: company.name,
      address: company.address,
      contacts: [company.phone && `Tel. ${telephone(company.phone)}`, company.email].filter(Boolean).join(' · '),
    },
  };
  const drawing: Drawing = {
    template,
    view: { ...head, ...view },
    pictures: { ...pictures, ...(logo && { [logoName]: logo }) },
  };
  return inThread<Uint8Array>('documents/draw.ts', 'drawPdf', drawing);
}
