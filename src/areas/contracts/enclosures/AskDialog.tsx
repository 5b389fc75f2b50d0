import { ENCLOSURE_DAYS, enclosureChannels, enclosureFields } from '#domain/contracts/enclosure-fields.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { documentTypes } from '#domain/contracts/terms.ts';
import { telephone } from '#domain/italian.ts';
import { isMobile } from '#domain/phones.ts';
import type { Values } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { useContract, useContractNow } from '../store.ts';

const words = contract.enclosures;
const form = formOf(enclosureFields, { types: { span: 6 }, channel: { span: 6 } });

/** The form for this contract: the enclosures that may be asked for, and where the customer's record says they are reached. */
function formFor({ askable, reached }: Contract) {
  // An SMS goes to a mobile; where the first number is none, the record may have another one.
  const phone = reached?.phone;
  const to = { mail: reached?.email, sms: phone && isMobile(phone) && telephone(phone) };
  const options = {
    types: askable.map((value) => ({ value, label: documentTypes[value] })),
    channel: keysOf(enclosureChannels).map((value) => ({
      value,
      label: to[value] ? t(words.by[value], { to: to[value] }) : enclosureChannels[value],
    })),
  };
  return form.map((field) => ({ ...field, options: options[field.name] }));
}

/** Asks the customer for enclosures, those that are wanted unless others are chosen, by a link that goes to the address of their record. */
export default function AskDialog({ onClose }: { onClose: () => void }) {
  const store = useContract();
  const now = useContractNow();
  const { id, askable, wanted, enclosures, reached } = now;
  const asked = enclosures.map(({ type }) => type);
  const types = askable.filter((type) => wanted.includes(type) || asked.includes(type));
  return (
    <RecordForm<Values<typeof enclosureFields>, Contract>
      title={words.ask}
      verb={words.ask}
      note={t(words.note, { n: ENCLOSURE_DAYS })}
      fields={formFor(now)}
      initial={{ types, channel: reached && !reached.email ? 'sms' : 'mail' }}
      save={(body, { key }) =>
        store.beside(() => call('POST /contracts/:id/enclosures', { params: { id }, body, key }))
      }
      onSaved={() => {
        onClose();
        void toast(words.sent, { kind: 'ok' });
      }}
      onClose={onClose}
    />
  );
}
