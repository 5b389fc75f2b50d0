/** The people of a contract as its document prints them and its signature reaches them. */
import { sql } from 'kysely';
import type { SignerRole } from '#domain/signatures/terms.ts';
import { addressLine } from '#domain/address.ts';
import type { documentFields } from '#domain/customers/fields.ts';
import { documentKinds } from '#domain/customers/terms.ts';
import { printedName } from '#domain/customers/transliteration.ts';
import type { Values } from '#domain/record/fields.ts';
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { day } from '#domain/italian.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { ContractRecord } from './records.ts';

type Documents = readonly Values<typeof documentFields>[];

export interface Person {
  role: SignerRole;
  id: number;
  name: string;
  firstName: string | null;
  lastName: string | null;
  country: string | null;
  taxCode: string | null;
  vatNumber: string | null;
  email: string | null;
  phone: string | null;
  /** `Nata a Milano il 07/03/1990`, or empty. */
  born: string;
  codes: string;
  /** Street, postal code, town and province as the customer's own record has them today. */
  address: string | null;
  cap: string | null;
  city: string | null;
  province: string | null;
  /** `Carta d’identità CA12345AB, rilasciata da …, valida fino al …`, or empty. */
  identity: string;
}

/** The newest paper that is still valid, else the newest one. */
export function identityLine(documents: Documents, today: string): string {
  const [newest] = documents.toSorted(
    (a, b) =>
      Number((b.expiresOn ?? today) >= today) - Number((a.expiresOn ?? today) >= today) ||
      (b.expiresOn ?? '').localeCompare(a.expiresOn ?? ''),
  );
  if (!newest) return '';
  const issued = [newest.issuer && `di ${newest.issuer}`, newest.issuedOn && `del ${day(newest.issuedOn)}`]
    .filter(Boolean)
    .join(' ');
  return [
    `${documentKinds[newest.kind]} ${newest.number}`,
    issued && `rilascio ${issued}`,
    newest.expiresOn && `scadenza ${day(newest.expiresOn)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Where the contract reaches its customer, else where the customer's own record does. */
export const buyerAddress = (record: ContractRecord, buyer: Person): string =>
  addressLine({ ...(record.address ? record : buyer), country: buyer.country });

const roles = {
  buyer: 'customerId',
  co_buyer: 'cobuyerId',
  guarantor: 'guarantorId',
  legal_representative: 'representativeId',
} as const satisfies Partial<Record<SignerRole, keyof ContractRecord>>;

/** The parties of a contract in the order in which they sign. */
export async function partiesOf({ db, user, today }: Ctx, record: ContractRecord): Promise<Person[]> {
  const wanted = Object.entries(roles).flatMap(([role, key]) => {
    const id = record[key];
    return id === null ? [] : [{ role: role as SignerRole, id }];
  });
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('customers')
    .select([
      'id',
      'name',
      'latinName',
      'firstName',
      'lastName',
      'country',
      'taxCode',
      'vatNumber',
      'email',
      'phone',
      'birthDate',
      'birthPlace',
      'sex',
      'address',
      'cap',
      'city',
      'province',
      sql<Documents>`documents`.as('documents'),
    ])
    .where('companyId', '=', user.companyId)
    .where(
      'id',
      'in',
      wanted.map(({ id }) => id),
    )
    .execute();
  return wanted.flatMap(({ role, id }) => {
    const found = rows.find((one) => one.id === id);
    if (!found) return [];
    const kept = record.keptParties as Readonly<Record<string, Partial<typeof found>>> | null;
    const row = { ...found, ...kept?.[id] };
    const { birthDate, birthPlace, sex, latinName, documents, ...own } = row;
    const name = printedName({ ...own, latinName });
    // The Latin form is one name: nobody can say which part of it is which.
    const person = name === own.name ? own : { ...own, name, firstName: name, lastName: null };
    const born =
      birthDate && `${sex === 'F' ? 'Nata' : 'Nato'} ${birthPlace ? `a ${birthPlace} ` : ''}il ${day(birthDate)}`;
    return [{ role, ...person, born: born ?? '', codes: codesLine(person), identity: identityLine(documents, today) }];
  });
}
