/** The files that a contract holds. */
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import { documentTypes, objectives } from '#domain/contracts/terms.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { answerUpload, readUpload } from '../lib/files/uploads.ts';
import { contractCourse } from './records.ts';

/**
 * A file of a contract that the caller may see; each reading is audited. Throws `not_found` for a file of no such
 * contract.
 */
export const readFile: VerbOf<typeof table, 'GET /contracts/:id/files/:fileId'> = async (ctx, { params }) => {
  const record = await contractCourse.read(ctx, params.id);
  const attachment = record.attachments.find(({ uploadId }) => uploadId === params.fileId);
  const proof = record.objectives.find(({ proofId }) => proofId === params.fileId);
  if (!attachment && !proof) throw new Failure('not_found');
  const file = attachment ? documentTypes[attachment.type] : objectives[proof!.objective];
  const upload = await readUpload(ctx, params.fileId);
  ctx.audit({ action: 'file_seen', entity: 'contract', entityId: params.id, after: { file } });
  return answerUpload(upload, 'large');
};
