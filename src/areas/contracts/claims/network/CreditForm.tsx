import { creditTakes } from '#domain/contracts/claims/fields.ts';
import type { AskedClaim } from '#domain/contracts/claims/network.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { networkClaims as words } from '#site/messages/it/network-claims.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

const fields = formOf(creditTakes, {});

interface Props {
  companyId: number;
  claim: AskedClaim;
  today: string;
  onSaved: (answered: AskedClaim) => void;
  onClose: () => void;
}

/** The credit note by which the manufacturer pays a claim. */
export default function CreditForm({ companyId, claim: { id, version, number, amount }, today, ...ways }: Props) {
  return (
    <RecordForm
      title={t(words.creditTitle, { number })}
      fields={fields}
      initial={{ creditNote: '', creditedOn: today, creditedAmount: amount }}
      version={version}
      verb={words.credit}
      save={(body, saving) =>
        call('POST /network/:company_id/claims/:id/credit', {
          params: { company_id: companyId, id },
          version: saving.version,
          body,
        })
      }
      {...ways}
    />
  );
}
