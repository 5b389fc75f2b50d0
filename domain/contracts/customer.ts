import { isItalian } from '../countries.ts';
import { isBodyCode } from '../customers/rules.ts';
import { isLatin, printedName } from '../customers/transliteration.ts';
import type { CustomerType } from '../customers/terms.ts';
import type { RecordLack } from './record-lacks.ts';

interface Customer {
  type: CustomerType;
  name: string;
  /** As the identity paper says it, of a name in other letters. */
  latinName: string | null;
  country: string;
  taxCode: string | null;
  vatNumber: string | null;
  documents: readonly { kind: string; expiresOn: string | null }[];
}

/**
 * What a customer's own data lack for a contract (C1): a name that can be printed, the code of the law, and of a private person an identity document
 * that has not expired.
 */
export function customerLacks(customer: Customer, today: string): RecordLack[] {
  const { type, country, taxCode, vatNumber, documents } = customer;
  const valid = documents.filter(
    ({ kind, expiresOn }) => kind !== 'other' && (expiresOn === null || expiresOn >= today),
  );
  const lacks: (RecordLack | false)[] = [
    !isLatin(printedName(customer)) && 'Manca il nome del cliente in caratteri latini, come sul documento.',
    type === 'private' && isItalian(country) && !taxCode && 'Manca il codice fiscale del cliente.',
    type !== 'private' && !vatNumber && !isBodyCode(taxCode ?? '') && 'Manca la partita IVA del cliente.',
    type === 'private' &&
      valid.length === 0 &&
      (documents.length > 0
        ? 'Il documento d’identità del cliente è scaduto.'
        : 'Manca un documento d’identità del cliente.'),
  ];
  return lacks.filter((one) => one !== false);
}
