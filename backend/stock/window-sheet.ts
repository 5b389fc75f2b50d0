import { windowOffer, type WindowOffer } from '#domain/financials/window.ts';
import { money } from '#domain/italian.ts';
import type { shownCalls } from '#domain/stock/shown-endpoints.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { readFiscalParams } from '../lib/params.ts';
import { plansFor } from '../lib/sellable.ts';
import { qrCode } from '../lib/qr.ts';
import { readOne } from '../lib/records.ts';
import { readUpload } from '../lib/uploads.ts';
import { usedCars } from './list.ts';
import { isShown, pageTokenOf } from './page.ts';
import { nameOf } from './records.ts';
import { carPicture, type Drawn } from '../documents/car-picture.ts';
import { drawDocument, readLetterhead } from '../documents/letterhead.ts';
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
}: {
  name: string;
  price: number | null;
  offer: WindowOffer | null;
  car: Drawn;
  details: [string, string][];
  equipment: string[];
}) => ({
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

/** The window sheet: cover or drawing, price, instalment, details, equipment, and the public page as QR code while it is open. */
export const windowSheet: VerbOf<typeof shownCalls, 'GET /stock/used/:id/sheet'> = async (ctx, { params }) => {
  const { files, config } = ctx;
  const { car, head, cover, offer } = await ctx.inside(async (inner) => {
    const read = await readOne(inner, usedCars, params.id);
    return {
      car: read,
      head: await readLetterhead(inner),
      offer: await offerAt(inner, { usage: 'used', makerId: read.makerId }, read.retailPrice),
      cover: read.coverId === null ? null : await readUpload(inner, read.coverId),
    };
  });
  // The store is read outside of transactions; a missing picture is left out.
  const photo = cover && (await files.get(cover.fileKey));
  const open = isShown(car);
  const address = `${config.PUBLIC_ORIGIN}/auto/${pageTokenOf(ctx.user.companyId, car.pageKey)}`;
  const name = nameOf(car);
  const bytes = await drawDocument(ctx, head, {
    template: 'stock/window-sheet.typ',
    title: name,
    number: car.code,
    footerLine: 'Prezzo IVA inclusa, passaggio di proprietà escluso. Salvo venduto.',
    view: {
      ...windowSheetView({
        name,
        price: car.retailPrice,
        offer,
        car: { body: car.body, paint: car.colour },
        details: detailsOf(car),
        equipment: equipmentOf(car),
      }),
      cover: photo ? 'cover.jpg' : '',
      qr: open ? 'qr.svg' : '',
    },
    pictures: { ...(photo && { 'cover.jpg': photo }), ...(open && { 'qr.svg': qrSvg(address) }) },
  });
  return { bytes, type: 'application/pdf', name: `Scheda ${car.plate || car.code}.pdf`, inline: true };
};
