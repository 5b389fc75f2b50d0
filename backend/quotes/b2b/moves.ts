/**
 * Moves of a wholesale offer: requests for prices, its states, documents and mails, and acceptance by a trader through
 * a private link.
 */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { dayInRome } from '#domain/dates.ts';
import { day, money } from '#domain/italian.ts';
import { stateIn } from '#domain/record/machine.ts';
import { transfers } from '#domain/quotes/terms.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { Sending } from '#domain/documents/sending.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { outgrownB2b, pastFacts, pastLines } from '#domain/quotes/b2b/lines.ts';
import { b2bBlockers, b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { b2bRights } from '#domain/quotes/rights.ts';
import type { TraderOffer } from '#domain/quotes/sent/offer.ts';
import { expiryOf } from '#domain/quotes/rules.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { nextNumber } from '#backend/lib/records/counters.ts';
import { b2bHref } from '#backend/lib/records/links.ts';
import { moving, take, type Fill } from '#backend/lib/records/move.ts';
import { supersede } from '#backend/lib/records/revisions.ts';
import { unlinked } from '#backend/lib/files/unlinked.ts';
import { heldOf, offerState, type Offered } from '../sent/held.ts';
import { readLook } from '#backend/documents/look.ts';
import { layoutOf } from '#backend/documents/layout.ts';
import { prints, type Printed } from '#backend/documents/printed.ts';
import type { Outgoing, Sendable } from '#backend/documents/sending.ts';
import { fall, request } from '../approvals/requests.ts';
import { readSeller, readTexts } from '../print/texts.ts';
import { allThere } from './cars.ts';
import { b2bDrawing, b2bView } from './document.ts';
import {
  b2bCourse,
  columnsOf,
  contractOf,
  derive,
  factsOf,
  type B2bDerived,
  type B2bRecord,
  type B2bSnapshot,
} from './records.ts';

/** Stored when no car has a cap: only minimum prices were passed. */
const NO_CAP = 100;

/**
 * Asks for the prices of the current draft. Throws `conflict` when no consent is needed or the same is asked already.
 */
export const ask: VerbOf<typeof table, 'POST /quotes/b2b/:id/approvals'> = async (ctx, { params, body, version }) => {
  const quote = await take(ctx, b2bCourse, { id: params.id, action: 'save', version });
  const { sheet, draft } = await derive(ctx, quote.draft, quote.rootId);
  const past = pastLines(draft, sheet);
  const customerId = draft.customer?.id ?? null;
  if (sheet.mayExceed || past.length === 0)
    throw new Failure('conflict', 'I prezzi rientrano nel proprio limite: non serve autorizzazione.');
  const { approval } = sheet;
  if (approval && approval.state !== 'refused' && outgrownB2b(approval, past, customerId) === null)
    throw new Failure(
      'conflict',
      approval.state === 'asked' ? 'L’autorizzazione è già stata chiesta.' : 'I prezzi sono già autorizzati.',
    );
  if (approval) await fall(ctx, approval, 'chiesta di nuovo');
  await request(ctx, {
    of: { b2bQuoteId: quote.id },
    facts: pastFacts(past, customerId),
    sellerId: quote.sellerId,
    why: body,
    rights: b2bRights,
    lines: past.map(({ carId, net }) => ({ carId, net })),
    cap: Math.min(...past.map(({ cap }) => cap ?? NO_CAP)),
    about: [draft.customer?.name, quote.vehicle, ctx.user.name].filter(Boolean).join(' · '),
  });
  return b2bCourse.answer(ctx, quote.id);
};

/** Ends a request or approval that a saved draft exceeds; returns why, for the activity of the offer, or null. */
export async function fallIfOutgrown(ctx: Ctx, { draft, sheet }: B2bDerived): Promise<string | null> {
  const { approval } = sheet;
  if (!approval || approval.state === 'refused') return null;
  const why = outgrownB2b(approval, pastLines(draft, sheet), draft.customer?.id ?? null);
  if (why) await fall(ctx, approval, why);
  return why;
}

/** An accepted earlier revision prevents issuing, because its cars are sold. */
const accepted = {
  state: 'accepted',
  sentence: 'La revisione precedente è già accettata: annullare prima quell’accettazione.',
};

/**
 * Issues with today's stock: number, expiry, and the snapshot from which the offer is shown and printed from now on.
 */
const issue: Fill<B2bRecord> = async (ctx, quote) => {
  const derived = await derive(ctx, quote.draft, quote.rootId);
  const { draft, sheet, priced } = derived;
  const blockers = b2bBlockers(priced, draft);
  if (blockers.length > 0)
    throw new Failure('invalid', 'L’offerta non si può ancora emettere.', {
      fields: Object.fromEntries(blockers.toReversed().map(({ path, message }) => [path, message])),
    });
  await supersede(ctx, b2bCourse.of, quote, accepted);
  const texts = await readTexts(ctx, { ...quote, footer: 'b2bFooter' });
  const snapshot: B2bSnapshot = { sheet, priced, texts };
  const number = quote.number ?? (await nextNumber(ctx, 'b2b_quote'));
  const expiresOn = expiryOf(ctx.today, sheet.expiryDays);
  return {
    columns: {
      ...columnsOf(derived),
      number,
      expiresOn,
      issuedAt: ctx.now,
      snapshot: sql`${JSON.stringify(snapshot)}::jsonb`,
    },
    told: { after: { number, revision: quote.revision, expiresOn, ...factsOf(derived) } },
  };
};

/** The cars ordered by id: two offers of the same cars then lock them in the same order, without deadlock. */
const carsOf = ({ snapshot }: B2bRecord) => snapshot!.priced.cars.toSorted((a, b) => a.carId - b.carId);

/** Throws `conflict` when the offer has a contract, which is cancelled first. */
async function checkContract(ctx: Ctx, quote: B2bRecord): Promise<void> {
  const contract = await contractOf(ctx, quote);
  if (contract)
    throw new Failure('conflict', `L’offerta è nel contratto ${contract.number}: annullare prima il contratto.`);
}

/** The stock sells the cars to the trader; it refuses cars that are no longer for sale. */
const accept: Fill<B2bRecord> = async (ctx, quote, { acceptedBy }) => {
  const { id: customerId, name: buyer } = quote.draft.customer!;
  const to = { kind: 'used', channel: 'b2b', buyer, customerId, sellerId: quote.sellerId, contract: null } as const;
  for (const { carId: id, price, regime } of carsOf(quote)) await ctx.emit('car.sold', { ...to, id, price, regime });
  return acceptedBy === undefined ? {} : { told: { before: {}, after: { acceptedBy } } };
};

async function giveBack(ctx: Ctx, quote: B2bRecord): Promise<void> {
  await checkContract(ctx, quote);
  for (const { carId: id } of carsOf(quote)) await ctx.emit('car.unsold', { kind: 'used', id, goesOn: false });
}

const withdraw: Fill<B2bRecord> = async (ctx, quote) => {
  await giveBack(ctx, quote);
  return {};
};

const close: Fill<B2bRecord> = async (ctx, quote, { reason }) => {
  if (quote.state === 'accepted') await giveBack(ctx, quote);
  return { columns: { closeReason: reason }, told: { before: { closeReason: null }, after: { closeReason: reason } } };
};

const reopen: Fill<B2bRecord> = (_, { closeReason }) => ({
  columns: { closeReason: null },
  told: { before: { closeReason }, after: { closeReason: null } },
});

export const b2bMoves = moving(b2bCourse, { issue, accept, withdraw, close, reopen });

/**
 * The contents of the printed offer: the snapshot when issued; before that today's stock, marked as a draft. It never
 * contains margins.
 */
export async function documentOf(ctx: Ctx, quote: B2bRecord) {
  const { draft, snapshot } = quote;
  const { priced } = snapshot ?? (await derive(ctx, draft, quote.rootId));
  const texts = snapshot?.texts ?? (await readTexts(ctx, { ...quote, footer: 'b2bFooter' }));
  const { margin: _, ...shown } = priced;
  return {
    ...(!snapshot && { watermark: 'BOZZA' as const }),
    number: quote.number,
    revision: quote.revision,
    expiresOn: quote.expiresOn,
    ...texts,
    issuedOn: quote.issuedAt ? dayInRome(new Date(quote.issuedAt)) : ctx.today,
    look: await readLook(ctx),
    priced: shown,
    transfer: transfers[draft.transfer],
    euVatNumber: draft.euVatNumber,
    notes: draft.notes,
  };
}

/** How wholesale offers are printed. */
export const printedB2b: Printed = {
  entity: 'b2b_quote',
  async read(ctx, id, how) {
    const quote = await b2bCourse.read(ctx, id);
    const { number, revision, snapshot } = quote;
    const data = await documentOf(ctx, quote);
    // A draft is printed by whatever is in use.
    const kept = snapshot ? how : undefined;
    const blocks = await layoutOf(ctx, 'offers', { id, revision, since: quote.issuedAt }, kept);
    return {
      name: `Offerta ${number ?? `bozza ${id}`}${revision > 1 ? ` rev. ${revision}` : ''}`,
      kind: 'offer',
      revision,
      isFinal: snapshot !== null,
      look: data.look,
      drawing: (look) => b2bDrawing({ ...data, look }, blocks),
    };
  },
};

const { document, pages, page } = prints(printedB2b);
export const b2bPrints = {
  'GET /quotes/b2b/:id/document': document,
  'GET /quotes/b2b/:id/preview': pages,
  'GET /quotes/b2b/:id/preview/:page': page,
};

const outgoing = (quote: B2bRecord): Outgoing => ({
  id: quote.id,
  rootId: quote.rootId,
  number: quote.number,
  sellerId: quote.sellerId,
  expiresOn: quote.expiresOn,
  phone: quote.snapshot?.texts.customer?.phone ?? '',
  href: b2bHref(quote.id),
});

/** The suggested text of a mail about the offer; null for a draft. */
function draftOf({ number, vehicle, snapshot, carCount, expiresOn }: B2bRecord): Omit<Sending['draft'], 'sms'> | null {
  if (!snapshot) return null;
  const { seller, company, customer } = snapshot.texts;
  const what = carCount === 1 ? vehicle : `${carCount} auto (${vehicle})`;
  const contact = [seller.name, company.name, [seller.phone, seller.email].filter(Boolean).join(' · ')];
  return {
    to: customer?.email ?? '',
    phone: customer?.phone ?? '',
    subject: `Offerta ${number} – ${vehicle}`.slice(0, 150),
    text: [
      `Gentile ${unlinked(customer?.name ?? 'cliente')},`,
      `ecco l’offerta ${number} per ${what}: ${money(snapshot.priced.total)} in tutto, valida fino al ${day(expiresOn!)} salvo venduto.`,
      'Prezzi, regime IVA e totali sono nel documento allegato.',
      `Si può leggere, accettare o commentare qui:\n${LINK_PLACE}`,
      ['Cordiali saluti', ...contact].join('\n'),
    ].join('\n\n'),
  };
}

/** How wholesale offers are sent. */
export const b2bSendable: Sendable = {
  entity: 'b2b_quote',
  table: 'b2b_quotes',
  page: '/offer',
  printed: printedB2b,
  read: async (ctx, id, options) => outgoing(await b2bCourse.read(ctx, id, options)),
  take: async (ctx, id) => outgoing(await take(ctx, b2bCourse, { id, action: 'send' })),
  draft: async (ctx, id) => draftOf(await b2bCourse.read(ctx, id)),
};

async function areCarsThere(ctx: Ctx, { draft, sellerId }: B2bRecord): Promise<boolean> {
  const ids = draft.cars.map(({ carId }) => carId);
  return allThere(ctx, ids, { customerId: draft.customer!.id, sellerId });
}

async function show(ctx: Ctx, quote: B2bRecord): Promise<Omit<TraderOffer, 'questions'>> {
  const view = b2bView(await documentOf(ctx, quote));
  return {
    ...view,
    kind: 'b2b_quote',
    seller: await readSeller(ctx, quote.sellerId),
    revision: quote.revision,
    state: await offerState(quote.superseded, stateIn(b2bMachine.states, quote, ctx.today), () =>
      areCarsThere(ctx, quote),
    ),
    customer: view.customer?.name ?? '',
  };
}

/** How wholesale offers open by a private link; the trader buys the cars by accepting. */
export const b2bOffered: Offered = {
  printed: printedB2b,
  async read(ctx, id, options) {
    const quote = await b2bCourse.read(ctx, id, options);
    return heldOf(quote, b2bHref(id), () => show(ctx, quote));
  },
  accept: b2bMoves['POST /quotes/b2b/:id/accept'],
};
