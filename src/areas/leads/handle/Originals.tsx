import type { Lead } from '#domain/leads/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { attempt } from '#site/ui/attempt.ts';

/** Mails with attachments and documents too long for a lead, to be looked at; what somebody has seen is kept no longer. */
export function Originals({ lead, onSaved }: { lead: Lead; onSaved: (lead: Lead) => void }) {
  return lead.originals.map(({ id: intakeId, source, receivedAt, isMail }) => {
    const params = { id: lead.id, intakeId };
    const drop = () =>
      attempt(async () => onSaved(await call('DELETE /leads/:id/originals/:intakeId', { params })), {
        done: words.originalSeen,
      });
    return (
      <div key={intakeId} className="callout lead-same">
        <span>
          {t(isMail ? words.originalMail : words.originalDocument, { source, when: moment(receivedAt) })}{' '}
          <a className="link" download href={apiPath('GET /leads/:id/originals/:intakeId', { params })}>
            {words.originalOpen}
          </a>
        </span>
        {lead.offered.includes('save') && (
          <button type="button" className="btn" onClick={() => void drop()}>
            {words.originalDrop}
          </button>
        )}
      </div>
    );
  });
}
