/** The files that a contract holds. */
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import { documentTypes, objectives } from '#domain/contracts/terms.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { answerUpload, readUpload } from '../lib/files/uploads.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { valuationsOf } from './review.ts';

/** What is said of a photo that came with the valuation of a car taken in, for who validates; null: it is none. */
async function photoOf(ctx: Ctx, record: ContractRecord, fileId: number): Promise<string | null> {
  if (!holds(ctx, p.approveContracts) && !holds(ctx, p.validateContracts)) return null;
  const valued = (await valuationsOf(ctx, record)).find((one) => one?.photos.includes(fileId));
  return valued ? `Foto della valutazione ${valued.number}` : null;
}

/**
 * A file of a contract that the caller may see; each reading is audited. Throws `not_found` for a file of no such
 * contract.
 */
export const readFile: VerbOf<typeof table, 'GET /contracts/:id/files/:fileId'> = async (ctx, { params }) => {
  const record = await contractCourse.read(ctx, params.id);
  const attachment = record.attachments.find(({ uploadId }) => uploadId === params.fileId);
  const proof = record.objectives.find(({ proofId }) => proofId === params.fileId);
  const enclosure = record.enclosures.find(({ pages }) => pages.includes(params.fileId));
  const file = attachment
    ? documentTypes[attachment.type]
    : enclosure
      ? documentTypes[enclosure.type]
      : proof
        ? objectives[proof.objective]
        : await photoOf(ctx, record, params.fileId);
  if (!file) throw new Failure('not_found');
  const upload = await readUpload(ctx, params.fileId);
  ctx.audit({ action: 'file_seen', entity: 'contract', entityId: params.id, after: { file } });
  return answerUpload(upload, 'large');
};
