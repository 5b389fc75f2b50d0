import { isOver, replacedAt } from '#domain/contracts/replaced.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { documentTypes } from '#domain/contracts/terms.ts';
import { day } from '#domain/italian.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { StateBadge } from '#site/ui/Bits.tsx';

const words = contract.files;
type Attachment = Contract['attachments'][number];

/** The address of a file that a contract holds. */
export const fileOf = (id: number, fileId: number) =>
  apiPath('GET /contracts/:id/files/:fileId', { params: { id, fileId } });

/** One attachment in a line: what it is, its note, the days on which it ends and came; a press on its name opens it. */
export function AttachmentLine({ of, attachment, today }: { of: Contract; attachment: Attachment; today: string }) {
  const { id, uploadedOn, attachments } = of;
  const { type, uploadId, expiresOn, note } = attachment;
  const came = uploadedOn[uploadId];
  const isReplaced = replacedAt(of, today).has(attachments.findIndex((one) => one.uploadId === uploadId));
  const ended = isOver(attachment, today);
  return (
    <span className={isReplaced ? 'attachment replaced' : 'attachment'}>
      <a className="link" href={fileOf(id, uploadId)} target="_blank" rel="noopener">
        {documentTypes[type]}
      </a>
      <small>{note}</small>
      {expiresOn !== null && (
        <StateBadge tone={ended && !isReplaced ? 'bad' : 'mute'}>
          {t(isReplaced ? words.replaced : ended ? words.expired : words.until, { day: day(expiresOn) })}
        </StateBadge>
      )}
      {came && <small>{day(came)}</small>}
    </span>
  );
}
