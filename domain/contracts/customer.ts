import { isItalian } from '../countries.ts';
import { isBodyCode } from '../customers/rules.ts';
import type { CustomerType } from '../customers/terms.ts';

interface Customer {
  type: CustomerType;
  country: string;
  taxCode: string | null;
  vatNumber: string | null;
  documents: readonly { kind: string; expiresOn: string | null }[];
}

/**
 * What a customer's own data lack for a contract (C1): the code of the law, and of a private person an identity document
 * that has not expired.
 */
export function customerLacks({ type, country, taxCode, vatNumber, documents }: Customer, today: string): string[] {
  const valid = documents.filter(
    ({ kind, expiresOn }) => kind !== 'other' && (expiresOn === null || expiresOn >= today),
  );
  return [
    ...(type === 'private' && isItalian(country) && !taxCode ? ['Manca il codice fiscale del cliente.'] : []),
    ...(type !== 'private' && !vatNumber && !isBodyCode(taxCode ?? '') ? ['Manca la partita IVA del cliente.'] : []),
    ...(type === 'private' && valid.length === 0
      ? [
          documents.length > 0
            ? 'Il documento d’identità del cliente è scaduto.'
            : 'Manca un documento d’identità del cliente.',
        ]
      : []),
  ];
}
