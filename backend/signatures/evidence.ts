/** Makes the signed document: the pages as shown, the evidence, the original within, and the seal over its hash. */
import { createHash } from 'node:crypto';
import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import { masked } from '#domain/signatures/code.ts';
import { ADVANCED_LAW, identities } from '#domain/signatures/advanced.ts';
import { drawingSvg } from '#domain/signatures/drawing.ts';
import { MARK } from '#domain/signatures/evidence.ts';
import { codeChannels, signerRoles, type CodeChannel, type SignerRole } from '#domain/signatures/terms.ts';
import { headView, readLetterhead } from '../documents/letterhead.ts';
import { lookPictures, withLogo } from '../documents/look.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { userNames } from '../lib/people/people.ts';
import { fingerprint, sealHash, sealPublic } from '../lib/work/evidence-seal.ts';
import type { Files } from '../lib/files/store.ts';
import { nameFiles, newUnnamed } from '../lib/files/unnamed.ts';
import { LARGE_TYPE } from '../lib/files/uploads.ts';
import { inThread } from '../lib/work/worker.ts';
import { acceptancesBy, type AcceptanceRow } from './acceptances.ts';
import { happenings, type Happening } from './events.ts';
import { unpacked } from './frozen.ts';
import { tell } from './mails.ts';
import { approvedBy, partsOf, readRound, readSigners, type Round, type SignerRow } from './records.ts';

type Pairs = (readonly [string, string])[];
const instant = (value: string) => `${day(dayInRome(new Date(value)))} ${time(value)}`;
const at = (value: string | null) => (value === null ? '—' : instant(value));

const eventsOf = ({ db, user }: Ctx, id: number) =>
  db
    .selectFrom('signatureEvents')
    .select(['at', 'signerId', 'what', 'detail', 'ip', 'agent'])
    .where('companyId', '=', user.companyId)
    .where('signatureId', '=', id)
    .orderBy('id')
    .limit(500)
    .execute();
type EventRow = Awaited<ReturnType<typeof eventsOf>>[number];

/** What stands behind an advanced signature (DPCM 22 February 2013, artt. 56 and 57). */
const advancedFacts = ({ version, at: accepted, witness, paper }: AcceptanceRow): Pairs => [
  ['Tipo di firma', 'Firma elettronica avanzata'],
  ['Condizioni accettate', `versione ${version}, il ${instant(accepted)}`],
  ['Identificato da', `${witness}, con ${identities[paper].toLowerCase()} di cui si conserva copia`],
];

/** The code that came back: the address is the signer's. Signatures of before codes on the tablet have none. */
function codeFacts({ codeChannel, codeAt, ...signer }: SignerRow): Pairs {
  if (codeChannel === null) return [];
  const to = masked((codeChannel === 'sms' ? signer.phone : signer.email) ?? '');
  return [
    ['Codice per', `${codeChannels[codeChannel as CodeChannel]} a ${to}`],
    ['Recapito confermato', `con il codice inviato ${at(codeAt)}`],
  ];
}

/** When the signer approved each part. */
const partFacts = (round: Round, signer: SignerRow): Pairs =>
  partsOf(round, approvedBy(signer)).map(({ kind, at: approved }) => [
    `Approvato: ${round.blocks.find((one) => one.kind === kind)!.title}`,
    instant(approved),
  ]);

function signerFacts(
  round: Round,
  signer: SignerRow,
  people: ReadonlyMap<number, string>,
  acceptance: AcceptanceRow | undefined,
): Pairs {
  const nameOf = (id: number | null) => people.get(id ?? 0) ?? '—';
  const isDrawn = signer.drawing !== null;
  if (signer.codeChannel === null && !isDrawn) return [['Firma', 'a mano, su carta']];
  return [
    ...(acceptance ? advancedFacts(acceptance) : ([['Tipo di firma', 'Firma elettronica semplice']] as const)),
    ...(isDrawn ? ([['Firma a mano', 'disegnata sul dispositivo della concessionaria']] as const) : []),
    ...(signer.witnessId === null ? [] : ([['Davanti a', nameOf(signer.witnessId)]] as const)),
    ['Identificato da', nameOf(signer.confirmedBy)],
    ...codeFacts(signer),
    ['Letto fino in fondo', at(signer.readAt)],
    ...partFacts(round, signer),
    ['Firmato', at(signer.signedAt)],
    ['Indirizzo di rete', signer.ip ?? '—'],
    [isDrawn ? 'Dispositivo' : 'Programma', signer.agent ?? '—'],
  ];
}

function rowsOf(events: readonly EventRow[], signers: readonly SignerRow[]): string[][] {
  const nameOf = (id: number | null) => signers.find((one) => one.id === id)?.name ?? 'Concessionaria';
  return events.map(({ at: when, signerId, what, detail, ip }) => [
    instant(when),
    nameOf(signerId),
    [happenings[what as Happening], detail].filter(Boolean).join(': '),
    ip,
  ]);
}

interface Evidence {
  round: Round;
  signers: readonly SignerRow[];
  events: readonly EventRow[];
  /** Names of the company's people who had a part in it. */
  people: ReadonlyMap<number, string>;
  /** The evidence of those who signed with the advanced signature. */
  acceptances: readonly AcceptanceRow[];
}

async function read(ctx: Ctx, id: number) {
  const round = await readRound(ctx, id);
  if (round.state !== 'signed' || round.sealedKey !== null) return null;
  const signers = await readSigners(ctx, [id]);
  const ofSigners = signers.flatMap(({ confirmedBy, witnessId }) => [confirmedBy, witnessId]);
  const ids = [...ofSigners, round.userId, round.checkedBy].filter((one) => one !== null);
  const people = await userNames(ctx, ids);
  const acceptances = await acceptancesBy(
    ctx,
    signers.flatMap(({ acceptanceId }) => acceptanceId ?? []),
  );
  return {
    letterhead: await readLetterhead(ctx),
    evidence: { round, signers, people, acceptances, events: await eventsOf(ctx, id) },
  };
}

const pictureOf = ({ place }: SignerRow) => `drawing-${place}.svg`;
/** The signatures that were drawn, by the names of their pictures. */
const drawingsOf = (signers: readonly SignerRow[]) =>
  Object.fromEntries(
    signers.flatMap((one) => (one.drawing === null ? [] : [[pictureOf(one), Buffer.from(drawingSvg(one.drawing))]])),
  );

const closings = {
  code: 'Firma elettronica semplice con codice monouso.',
  advanced: `Firma elettronica avanzata con codice monouso (${ADVANCED_LAW}).`,
  mixed: `Firma elettronica con codice monouso, di ciascuno come indicato: avanzata (${ADVANCED_LAW}) o semplice.`,
  paper: 'Documento firmato a mano su carta, di cui la concessionaria conserva la scansione.',
} as const;
function howOf({ round: { pagesKey }, signers, acceptances }: Evidence): keyof typeof closings {
  if (pagesKey === null) return 'paper';
  if (acceptances.length === 0) return 'code';
  return signers.every(({ acceptanceId }) => acceptanceId !== null) ? 'advanced' : 'mixed';
}

interface Shown {
  /** The pictures of the document's pages, by their names. */
  pages: readonly string[];
  /** The original as it lies in the file. */
  original: { name: string; type: string };
  key: string;
}

/** The evidence as Italian text. */
function viewOf(evidence: Evidence, { pages, original, key }: Shown) {
  const { round, signers, events, people, acceptances } = evidence;
  const how = howOf(evidence);
  return {
    title: round.title,
    mark: `${MARK}${round.number}`,
    pages,
    original,
    facts: [
      ['Evidenza', round.number],
      ['SHA-256 dell’originale', round.hash.toString('hex')],
      ['Chiave di Volante', key],
      ...(how === 'paper'
        ? [
            ['Firmato su carta il', day(dayInRome(new Date(round.endedAt!)))] as const,
            ['Conservato da', people.get(round.userId ?? 0) ?? '—'] as const,
            ['Conservato', instant(round.createdAt)] as const,
            ['Controllato da', people.get(round.checkedBy ?? 0) ?? '—'] as const,
          ]
        : [['Inviato', instant(round.createdAt)] as const, ['Concluso', at(round.endedAt)] as const]),
    ] satisfies Pairs,
    blocks: round.blocks.map(({ title, text }) => ({ title, text })),
    signers: signers.map((signer) => ({
      name: signer.name,
      role: signerRoles[signer.role as SignerRole],
      drawing: signer.drawing === null ? '' : pictureOf(signer),
      facts: signerFacts(
        round,
        signer,
        people,
        acceptances.find(({ id }) => id === signer.acceptanceId),
      ),
    })),
    events: rowsOf(events, signers),
    closing: `${closings[how]} Il documento originale è contenuto in questo file; l’autenticità si controlla alla pagina /verifica con il numero ${round.number}.`,
  };
}

/**
 * The pages that are shown before the evidence. A scan that is a picture is its page; the pages of one that is a PDF stay
 * within the original.
 */
async function pagesOf({ get }: Pick<Files, 'get'>, { id, pagesKey, pages: count }: Round, original: Uint8Array) {
  if (pagesKey === null) {
    const isPdf = Buffer.from(original.subarray(0, 4)).toString() === '%PDF';
    return isPdf ? { pages: {}, type: 'application/pdf' } : { pages: { 'scan.jpg': original }, type: LARGE_TYPE };
  }
  const packed = await get(pagesKey);
  if (!packed) throw new Error(`Signature ${id}: the pages of the frozen document are not in the store`);
  const frozen = await unpacked(packed, { pages: count });
  const pages = Object.fromEntries(frozen.page.map((svg, n) => [`page-${n + 1}.svg`, Buffer.from(svg)]));
  return { pages, type: 'application/pdf' };
}

/** Draws, stores and seals the signed document of a round, then mails the signers; it does nothing a second time. */
export const sealing: Job<{ companyId: number; id: number }> = {
  name: 'signature-seal',
  run: async ({ config, files, asCompany, heavily }, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const found = await inside((ctx) => read(ctx, id));
    if (!found) return;
    const { evidence, letterhead } = found;
    const { round } = evidence;
    const original = await files.get(round.fileKey);
    if (!original) throw new Error(`Signature ${id}: the frozen document is not in the store`);
    const { pages, type } = await pagesOf(files, round, original);
    const name = `originale.${type === 'application/pdf' ? 'pdf' : 'jpg'}`;
    const look = await withLogo({ files, inside }, letterhead.look);
    const publicKey = sealPublic(config);
    const head = headView({
      look,
      company: letterhead.company,
      title: `${round.title} firmato`,
      number: round.number,
      revision: 1,
      date: dayInRome(new Date(round.endedAt!)),
      watermark: '',
      footerLine: `${letterhead.company.name} · evidenza ${round.number} · ${day(dayInRome(new Date(round.endedAt!)))}`,
    });
    const bytes = await heavily('short', companyId, () =>
      inThread<Uint8Array>('documents/draw.ts', 'drawSigned', {
        template: 'signatures/evidence.typ',
        view: {
          ...head,
          ...viewOf(evidence, { pages: Object.keys(pages), original: { name, type }, key: fingerprint(publicKey) }),
        },
        pictures: { ...lookPictures(look), ...pages, ...drawingsOf(evidence.signers), [name]: original },
      }),
    );
    const hash = createHash('sha256').update(bytes).digest();
    // Its own: of two that overlap neither overwrites the other's file, whose hash may be kept already.
    const sealedKey = await inside(newUnnamed);
    await files.put(sealedKey, bytes, 'application/pdf');
    const isFirst = await inside(async (ctx) => {
      const { numUpdatedRows } = await ctx.db
        .updateTable('signatures')
        .set({ sealedKey, sealedHash: hash, seal: sealHash(config, hash), sealPublic: publicKey, sealedAt: ctx.now })
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .where('sealedKey', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await nameFiles(ctx, [sealedKey]);
      const ids = evidence.signers.map((one) => one.id);
      if (numUpdatedRows > 0n && round.state === 'signed') await tell(ctx, ids, 'signed');
      return numUpdatedRows > 0n;
    });
    if (!isFirst) await files.delete(sealedKey);
  },
};
