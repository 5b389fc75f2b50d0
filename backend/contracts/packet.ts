/** Everything about a sale in one download: our documents as one PDF, and as a ZIP with what was uploaded and signed. */
import { annexesOf } from '#domain/contracts/annexes.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import { documentTypes, objectives } from '#domain/contracts/terms.ts';
import { withLogo } from '../documents/look.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import type { FileAnswer, VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Entry } from '../lib/files/pack.ts';
import { signatureOf } from '../lib/ports/signable.ts';
import { keptName } from '../lib/files/uploads.ts';
import { zipOf } from '../lib/files/zip.ts';
import { annexView, drawTogether, readPrints } from './annexes.ts';
import { contractView } from './document.ts';
import { ADDENDUM, type ContractRecord } from './records.ts';

/** What was uploaded to a contract, in its order: attachments, then proofs of objectives. */
const uploadsOf = ({ attachments, objectives: reached }: ContractRecord) => [
  ...attachments.map(({ type, uploadId: id, note }) => ({ folder: 'Allegati', id, label: documentTypes[type], note })),
  ...reached.flatMap(({ objective, proofId: id, note }) =>
    id === null ? [] : [{ folder: 'Prove degli obiettivi', id, label: objectives[objective], note }],
  ),
];

/** Their files, named in Italian by what they are. */
async function filesOf({ db, user }: Ctx, record: ContractRecord): Promise<Entry[]> {
  const held = uploadsOf(record);
  if (held.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'type', 'fileKey'])
    .where('companyId', '=', user.companyId)
    .where(
      'id',
      'in',
      held.map(({ id }) => id),
    )
    .execute();
  return held.flatMap(({ folder, id, label, note }, at) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [];
    const called = [`${String(at + 1).padStart(2, '0')} ${label}`, note].filter(Boolean).join(' - ');
    return [{ name: `${folder}/${keptName(called, row.type)}`, key: row.fileKey }];
  });
}

/**
 * The signed copy of a document of the contract, with its evidence; beside it the scan of a print that was signed by hand,
 * because the pages of a PDF lie within the signed copy, where few readers show them.
 */
async function signedAs(ctx: Ctx, entity: string, id: number, label: string): Promise<Entry[]> {
  const signature = await signatureOf(ctx, entity, id);
  if (signature?.state !== 'signed') return [];
  const { sealedKey, pagesKey, fileKey } = signature;
  const scan =
    pagesKey === null
      ? await ctx.db
          .selectFrom('uploads')
          .select(['type', 'fileKey as key'])
          .where('companyId', '=', ctx.user.companyId)
          .where('purpose', '=', 'signed_paper')
          .where('fileKey', '=', fileKey)
          .executeTakeFirst()
      : null;
  return [
    ...(sealedKey ? [{ name: `${label} firmato.pdf`, key: sealedKey }] : []),
    ...(scan ? [{ name: keptName(`${label} firmato su carta`, scan.type), key: scan.key }] : []),
  ];
}

/** Reads what the packet holds; that somebody takes the uploads with it is noted as each look at one is. */
async function read(ctx: Ctx, id: number, sources: Sources) {
  const prints = await readPrints(ctx, id, sources);
  const { record } = prints.data;
  const files = await filesOf(ctx, record);
  ctx.audit(
    ...uploadsOf(record).map(({ label }) => ({
      action: 'file_seen' as const,
      entity: 'contract',
      entityId: id,
      after: { file: label },
    })),
  );
  const signed = [
    await signedAs(ctx, 'contract', id, 'Contratto'),
    await signedAs(ctx, ADDENDUM, id, 'Addendum'),
  ].flat();
  return { prints, entries: [...signed, ...files] };
}

/** The packet: a PDF, or a ZIP with it where the contract holds uploads or is signed. Nothing is made in a transaction. */
export const packetBy =
  (sources: Sources): VerbOf<typeof table, 'GET /contracts/:id/packet'> =>
  async (call, { params: { id } }) => {
    const { prints, entries } = await call.inside((ctx) => read(ctx, id, sources));
    const { data, blocks } = prints;
    const look = await withLogo(call, prints.look);
    const own: FileAnswer = await drawTogether(look, `Fascicolo ${data.record.number}`, [
      { ...contractView(data, look, blocks), is: 'contract' },
      ...annexesOf(data.record).map((annex) => annexView({ ...prints, look }, annex)),
    ]);
    return entries.length === 0 ? own : zipOf(call, own.name.replace(/pdf$/, 'zip'), [own, ...entries]);
  };
