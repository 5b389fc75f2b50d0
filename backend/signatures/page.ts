/** What the holder of a signer's link reads: the document, its parts, how far the signatures are, and the sale's course. */
import { dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { telephone } from '#domain/italian.ts';
import { CODE_TRIES, masked, maskedNetwork, refusalToSend, refusalToTry } from '#domain/signatures/code.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import type { SigningPage } from '#domain/signatures/schema.ts';
import {
  signerRoles,
  type BlockKind,
  type CodeChannel,
  type SignatureState,
  type SignerRole,
  type SignerState,
} from '#domain/signatures/terms.ts';
import { addressLine } from '#domain/address.ts';
import { readCompany, readSeller } from '../documents/letterhead.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { userNames } from '../lib/people/people.ts';
import { followLink, noteOpened } from '../lib/people/link.ts';
import type { Signable } from '../lib/ports/signable.ts';
import { fileOf, revokeOf } from './accept.ts';
import { acceptedBy, advancedBy } from './acceptances.ts';
import { codesOf } from './codes.ts';
import { note } from './events.ts';
import { unpacked } from './frozen.ts';
import { ANY, asSigner, OWN_LINK, type Held } from './held.ts';
import { setSigner } from './mails.ts';
import { approvedBy, countsOf, kindOf, seenBy, type Round, type SignerRow } from './records.ts';

type Table = typeof table;

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

/** Who approved a part and when; of the others once they have signed, by their role, as the page names them. */
function approvalsOf(kind: BlockKind, signer: SignerRow, signers: readonly SignerRow[]) {
  return signers.flatMap((one) => {
    const own = one.id === signer.id;
    const at = approvedBy(one)[kind];
    return at !== undefined && (own || one.state === 'signed')
      ? [{ role: signerRoles[one.role as SignerRole], own, at }]
      : [];
  });
}

const witnessOf = async (ctx: Ctx, { witnessId }: SignerRow): Promise<string | null> =>
  witnessId === null ? null : (await userNames(ctx, [witnessId])).get(witnessId)!;

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
    car: record.car ?? null,
    number: round.number,
    hash: round.hash.toString('hex'),
    state: stateOf(round, today),
    dealer: {
      name: company.name,
      address: addressLine(company),
      contacts: [company.phone && `Tel. ${telephone(company.phone)}`, company.email].filter(Boolean).join(' · '),
    },
    seller: await readSeller(ctx, record.sellerId),
    pages: countsOf(round),
    blocks: round.blocks.map((block) => ({ ...block, approvals: approvalsOf(block.kind, signer, signers) })),
    signer: {
      name: signer.name,
      role: signerRoles[signer.role as SignerRole],
      state: signer.state as SignerState,
      readAt: signer.readAt,
      seen: seenBy(signer),
      signedAt: signer.signedAt,
      from: signer.ip === null ? null : { network: maskedNetwork(signer.ip), agent: signer.agent ?? '' },
      witness: await witnessOf(ctx, signer),
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

/** One page of the frozen document in one of its forms; throws `not_found` for a page that does not exist. */
export const drawnPage: VerbOf<Table, 'GET /signing/pages/:page'> = async (call, { query, params: { page } }) => {
  const round = await asSigner(call, query.token, async (_, held) => held.round);
  const { pagesKey, title } = round;
  const packed = pagesKey && (await call.files.get(pagesKey));
  if (!packed) throw new Failure('not_found');
  const svg = (await unpacked(packed, round))[query.form][page - 1];
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
