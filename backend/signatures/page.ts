/** What the holder of a signer's link reads: the document, its parts, how far the signatures are, and the sale's course. */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { telephone } from '#domain/italian.ts';
import { CODE_TRIES, masked, refusalToSend, refusalToTry } from '#domain/signatures/code.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import type { SigningPage } from '#domain/signatures/schema.ts';
import {
  signerRoles,
  type CodeChannel,
  type SignatureState,
  type SignerRole,
  type SignerState,
} from '#domain/signatures/terms.ts';
import { addressLine } from '#domain/address.ts';
import { readCompany, readSeller } from '../documents/letterhead.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { followLink, noteOpened, type Purpose } from '../lib/people/link.ts';
import type { Signable } from '../lib/ports/signable.ts';
import { fileOf, revokeOf } from './accept.ts';
import { acceptedBy, advancedBy } from './acceptances.ts';
import { codesOf } from './codes.ts';
import { note } from './events.ts';
import { setSigner } from './mails.ts';
import { kindOf, readRound, readSigners, type Round, type SignerRow } from './records.ts';

type Table = typeof table;
const unpack = promisify(brotliDecompress);

/** A signer who followed the link, with the round and its other signers. */
export interface Held {
  round: Round;
  signer: SignerRow;
  signers: readonly SignerRow[];
  /** Whether the page is open on a tablet of the dealer. */
  onTablet: boolean;
}

/** The links that open a signer's page; what is declared there without a code goes by the one that the signer got alone. */
const ANY: readonly Purpose[] = ['signature', 'tablet'];
export const OWN_LINK: readonly Purpose[] = ['signature'];

/**
 * Runs `work` for the signer of a link, in the signer's company; with `locks`, the kinds of records, first the record and
 * then the round are locked, so that of two presses the second sees what the first did; `by`: the links that may. Throws
 * as `followLink`.
 */
export async function asSigner<T>(
  call: PublicCtx,
  token: string,
  work: (ctx: Ctx, held: Held) => Promise<T>,
  { locks, by = ANY }: { locks?: readonly Signable[]; by?: readonly Purpose[] } = {},
): Promise<T> {
  const { companyId, recordId, purpose } = await followLink(call, by, token);
  return call.asCompany(companyId, null, async (ctx) => {
    const of = await ctx.db
      .selectFrom('signatureSigners')
      .select('signatureId')
      .where('companyId', '=', companyId)
      .where('id', '=', recordId)
      .executeTakeFirst();
    if (!of) throw new Failure('not_found');
    if (locks) {
      const { entity, recordId: locked } = await readRound(ctx, of.signatureId);
      await kindOf(locks, entity).read(ctx, locked, { lock: true });
    }
    const round = await readRound(ctx, of.signatureId, { lock: locks !== undefined });
    const signers = await readSigners(ctx, [round.id]);
    const signer = signers.find(({ id }) => id === recordId)!;
    return work(ctx, { round, signers, signer, onTablet: purpose === 'tablet' });
  });
}

/** How the code reaches a signer, or could. */
export const addressOf = ({ email, phone }: SignerRow, channel: CodeChannel): string | null =>
  channel === 'sms' ? phone : email;

const stateOf = ({ state, signBy }: Round, today: string): SigningPage['state'] =>
  state === 'open' && signBy < today ? 'expired' : (state as SignatureState);

/** By which way the code went that is live or has signed; before it, by which the next one goes. */
const channelOf = ({ state, codeHash, codeChannel, channel }: SignerRow): CodeChannel =>
  ((state === 'signed' || codeHash !== null ? codeChannel : null) ?? channel) as CodeChannel;

function codeOf(signer: SignerRow, now: Date, today: string): SigningPage['code'] {
  const codes = codesOf(signer);
  const channel = channelOf(signer);
  const other = channel === 'sms' ? 'mail' : 'sms';
  return {
    channel,
    to: masked(addressOf(signer, channel) ?? ''),
    sentAt: signer.codeAt,
    wait: refusalToSend(codes, now, today)?.wait ?? 0,
    left: refusalToTry(codes, now) === null ? CODE_TRIES - codes.tries : 0,
    other: addressOf(signer, other) === null ? null : other,
  };
}

/** The page of a signer. */
export async function pageOf(
  ctx: Ctx,
  kinds: readonly Signable[],
  { round, signer, signers, onTablet }: Held,
): Promise<SigningPage> {
  const { now, today } = ctx;
  const record = await kindOf(kinds, round.entity).read(ctx, round.recordId);
  const company = await readCompany(ctx);
  const accepted = await acceptedBy(ctx, record, signer);
  const advanced =
    signer.state === 'signed'
      ? signer.acceptanceId
      : (await advancedBy(ctx, record, { ...signer, channel: channelOf(signer) }))?.id;
  return {
    onTablet,
    title: round.title,
    about: record.about,
    number: round.number,
    hash: round.hash.toString('hex'),
    state: stateOf(round, today),
    dealer: {
      name: company.name,
      address: addressLine(company),
      contacts: [company.phone && `Tel. ${telephone(company.phone)}`, company.email].filter(Boolean).join(' · '),
    },
    seller: await readSeller(ctx, record.sellerId),
    pages: round.pages,
    blocks: round.blocks,
    signer: {
      name: signer.name,
      role: signerRoles[signer.role as SignerRole],
      state: signer.state as SignerState,
      read: signer.readAt !== null,
      readAt: signer.readAt,
      ticked: signer.ticked,
      signedAt: signer.signedAt,
      advanced: Boolean(advanced),
    },
    acceptance: accepted && {
      version: accepted.version,
      on: dayInRome(new Date(accepted.at)),
      witness: accepted.witness,
      revokedOn: accepted.revokedAt && dayInRome(new Date(accepted.revokedAt)),
    },
    others: signers
      .filter(({ id }) => id !== signer.id)
      .map(({ role, state }) => ({ role: signerRoles[role as SignerRole], state: state as SignerState })),
    code: codeOf(signer, now, today),
    signBy: round.signBy,
    endedOn: round.endedAt === null ? null : dayInRome(new Date(round.endedAt)),
    sealed: round.sealedKey !== null,
    course: round.state === 'signed' ? [...record.course] : [],
  };
}

export const readPageBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'GET /signing'> =>
  (call, { query }) =>
    asSigner(call, query.token, (ctx, held) => pageOf(ctx, kinds, held));

/** One page of the frozen document; throws `not_found` for a page that does not exist. */
export const drawnPage: VerbOf<Table, 'GET /signing/pages/:page'> = async (call, { query, params: { page } }) => {
  const { pagesKey, title } = await asSigner(call, query.token, async (_, { round }) => round);
  const packed = pagesKey && (await call.files.get(pagesKey));
  if (!packed) throw new Failure('not_found');
  const svg = (JSON.parse((await unpack(packed)).toString('utf8')) as string[])[page - 1];
  if (svg === undefined) throw new Failure('not_found');
  return { bytes: svg, type: 'image/svg+xml', name: `${title} p${page}.svg`, inline: true };
};

/** The signed document with its evidence, or the frozen one until there is one. */
export const ownDocument: VerbOf<Table, 'GET /signing/document'> = async (call, { query }) => {
  const { fileKey, sealedKey, title } = await asSigner(call, query.token, async (_, { round }) => round);
  return { key: sealedKey ?? fileKey, type: 'application/pdf', name: `${title}.pdf`, inline: true };
};

/** The acceptance of the signer behind a link; throws `not_found` where there is none. */
async function acceptanceBehind(ctx: Ctx, kinds: readonly Signable[], { round, signer }: Held) {
  const record = await kindOf(kinds, round.entity).read(ctx, round.recordId);
  const found = await acceptedBy(ctx, record, signer);
  if (!found) throw new Failure('not_found');
  return found;
}

/** The signer's own declaration: a copy is free, whenever it is asked for (DPCM 22 February 2013, art. 57). */
export const ownDeclarationBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'GET /signing/declaration'> =>
  async (call, { query }) => {
    const { declarationKey: key, declarationType: type } = await asSigner(call, query.token, (ctx, held) =>
      acceptanceBehind(ctx, kinds, held),
    );
    return fileOf(key, type, 'Adesione firma avanzata');
  };

export const revokeBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signing/revoke'> =>
  (call, { body }) =>
    asSigner(
      call,
      body.token,
      async (ctx, held) => {
        await revokeOf(ctx, (await acceptanceBehind(ctx, kinds, held)).customerId);
        return pageOf(ctx, kinds, held);
      },
      { by: OWN_LINK },
    );

/** Milliseconds within which two visits count as one. */
const VISIT_MS = 30 * 60_000;

/** Notes that the signer sees the page, once for visits within half an hour. */
export const opened: VerbOf<Table, 'POST /signing/opened'> = async (call, { body: { token } }) => {
  const link = await followLink(call, ANY, token);
  await asSigner(call, token, async (ctx, { round, signer }) => {
    if (!(await noteOpened(ctx, link, new Date(ctx.now.getTime() - VISIT_MS)))) return;
    if (!signer.openedAt) await setSigner(ctx, signer.id, { openedAt: ctx.now });
    await note(ctx, { signatureId: round.id, signerId: signer.id, what: 'opened' });
    ctx.audit({ action: 'signature_opened', entity: round.entity, entityId: round.recordId });
  });
};
