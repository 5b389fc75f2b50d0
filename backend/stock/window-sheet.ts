import { sql } from 'kysely';
import { windowOffer, type WindowOffer } from '#domain/financials/window.ts';
import { money } from '#domain/italian.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import type { Condition, LayoutBlock } from '#domain/layouts/terms.ts';
import type { LayoutValues } from '#domain/layouts/variables.ts';
import type { shownCalls } from '#domain/stock/shown-endpoints.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readFiscalParams } from '../lib/records/params.ts';
import { plansFor } from '../lib/ports/sellable.ts';
import { qrCode } from '../lib/files/qr.ts';
import { readOne } from '../lib/records/records.ts';
import { readUpload } from '../lib/files/uploads.ts';
import { usedCars } from './list.ts';
import { isShown, pageTokenOf } from './page.ts';
import { nameOf } from './records.ts';
import { carPicture, type Drawn } from '../documents/car-picture.ts';
import { layoutInUse, laidOut } from '../documents/layout.ts';
import { drawDocument, headView, readLetterhead } from '../documents/letterhead.ts';
import { lookPictures } from '../documents/look.ts';
import type { Laid } from '../lib/ports/laid.ts';
import { list } from '../lib/records/list.ts';
import { carValues } from './values.ts';
import { equipmentOf, detailsOf } from './shown.ts';

/** Lines of equipment that fit on one page. */
const MOST_EQUIPMENT = 24;
/** White modules around a QR code, which readers need. */
const MARGIN = 4;

const qrSvg = (address: string): Buffer => {
  const { size, path } = qrCode(address);
  const side = size + 2 * MARGIN;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="#fff"/><path transform="translate(${MARGIN} ${MARGIN})" d="${path}"/></svg>`,
  );
};

/** The contents of a window sheet for a new or used car. */
export const windowSheetView = ({
  name,
  price,
  offer,
  car,
  details,
  equipment,
  blocks = standardLayouts.stocks,
  values = {},
  holds = [],
}: {
  name: string;
  price: number | null;
  offer: WindowOffer | null;
  car: Drawn;
  details: [string, string][];
  equipment: string[];
  blocks?: readonly LayoutBlock[];
  values?: LayoutValues;
  holds?: readonly Condition[];
}) => ({
  layout: laidOut(blocks, values, holds),
  name,
  price: price === null ? 'Prezzo su richiesta' : money(price),
  instalment: offer?.instalment ?? '',
  example: offer?.example ?? '',
  drawing: carPicture(car),
  details,
  equipment: equipment.slice(0, MOST_EQUIPMENT),
  rest: equipment.length > MOST_EQUIPMENT ? `e altre ${equipment.length - MOST_EQUIPMENT} dotazioni` : '',
});

/** What the car costs a month by the plans that the caller may sell today. */
export async function offerAt(
  ctx: Ctx,
  car: { usage: 'new' | 'used'; makerId: number | null },
  price: number | null,
): Promise<WindowOffer | null> {
  if (price === null) return null;
  const known = new Map(
    (await readFiscalParams(ctx.db, ctx.user.companyId, ctx.today)).map(({ key, value }) => [key, value]),
  );
  const param = (key: string) => {
    const value = known.get(key);
    if (value === undefined) throw new Error(`No ${key} in force on ${ctx.today}`);
    return value;
  };
  // A classic loan has no future value, so no basket is asked for.
  return windowOffer(await plansFor(ctx, car, async () => []), price, {
    substituteTaxPercent: param('substitute_tax_percent'),
    contractStamp: param('contract_stamp'),
    communicationStamp: param('communication_stamp'),
  });
}

/** A used car with everything that its window sheet says, read in a transaction. */
async function readSheet(ctx: Ctx, id: number) {
  const car = await readOne(ctx, usedCars, id);
  const { look, company } = await readLetterhead(ctx);
  const cover = car.coverId === null ? null : await readUpload(ctx, car.coverId);
  const offer = await offerAt(ctx, { usage: 'used', makerId: car.makerId }, car.retailPrice);
  const { versionName, retailPrice, location } = car;
  const values = carValues(
    { ...car, usage: 'used', version: versionName, price: retailPrice },
    { company: company.name, userName: ctx.user.name, today: ctx.today, location: location ?? '' },
  );
  const holds: Condition[] = ['used', ...(car.retailPrice === null ? [] : ['priced' as const])];
  return { car, head: { look, company }, cover, offer, values, holds };
}

const sheetView = (
  { car, offer, values, holds }: Awaited<ReturnType<typeof readSheet>>,
  blocks: readonly LayoutBlock[],
  { cover, qr }: { cover: boolean; qr: boolean },
) => ({
  ...windowSheetView({
    name: nameOf(car),
    price: car.retailPrice,
    offer,
    car: { body: car.body, paint: car.colour },
    details: detailsOf(car),
    equipment: equipmentOf(car),
    blocks,
    values,
    holds,
  }),
  cover: cover ? 'cover.jpg' : '',
  qr: qr ? 'qr.svg' : '',
});
const FOOT = 'Prezzo IVA inclusa, passaggio di proprietà escluso. Salvo venduto.';

/** Window sheets of used cars as layouts print them; the one of a preview has no QR code, which only an open page has. */
export const laidSheet: Laid = {
  kind: 'stocks',
  newest: async (ctx, most) => {
    const { rows } = await list(ctx, usedCars, { limit: most, offset: 0 });
    return rows.map((car) => ({ id: car.id, label: [car.plate || car.code, nameOf(car)].join(' · ') }));
  },
  async changing({ db, user: { companyId } }) {
    const { rows } = await sql<{ records: number }>`select (select count(*) from used_cars u
      where u.company_id = ${companyId} and u.archived_at is null and u.delivered_on is null)::int + (select count(*) from new_cars n
      where n.company_id = ${companyId} and n.archived_at is null and n.delivered_on is null)::int as records`.execute(
      db,
    );
    return rows[0]!.records;
  },
  async read(ctx, id) {
    const read = await readSheet(ctx, id);
    const { car, cover, head } = read;
    const title = nameOf(car);
    const { today } = ctx;
    return {
      look: head.look,
      values: read.values,
      holds: read.holds,
      ...(cover && { pictures: { 'cover.jpg': cover.fileKey } }),
      drawing: (look, blocks, pictures) => ({
        template: 'stock/window-sheet.typ',
        view: {
          ...headView({
            ...head,
            look,
            title,
            number: car.code,
            revision: 1,
            date: today,
            watermark: '',
            footerLine: FOOT,
          }),
          ...sheetView(read, blocks, { cover: 'cover.jpg' in pictures, qr: false }),
        },
        pictures: { ...pictures, ...lookPictures(look) },
      }),
    };
  },
};

/** The window sheet: cover or drawing, price, instalment, details, equipment, and the public page as QR code while it is open. */
export const windowSheet: VerbOf<typeof shownCalls, 'GET /stock/used/:id/sheet'> = async (ctx, { params }) => {
  const { files, config } = ctx;
  const { read, blocks } = await ctx.inside(async (inner) => ({
    read: await readSheet(inner, params.id),
    blocks: await layoutInUse(inner, 'stocks'),
  }));
  const { car, cover, head } = read;
  // The store is read outside of transactions; a missing picture is left out.
  const photo = cover && (await files.get(cover.fileKey));
  const open = isShown(car);
  const address = `${config.PUBLIC_ORIGIN}/auto/${pageTokenOf(ctx.user.companyId, car.pageKey)}`;
  const bytes = await drawDocument(ctx, head, {
    template: 'stock/window-sheet.typ',
    title: nameOf(car),
    number: car.code,
    footerLine: FOOT,
    view: sheetView(read, blocks, { cover: Boolean(photo), qr: open }),
    pictures: { ...(photo && { 'cover.jpg': photo }), ...(open && { 'qr.svg': qrSvg(address) }) },
  });
  return { bytes, type: 'application/pdf', name: `Scheda ${car.plate || car.code}.pdf`, inline: true };
};
