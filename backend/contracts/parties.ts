/** The people of a contract as its document prints them and its signature reaches them. */
import type { SignerRole } from '#domain/signatures/terms.ts';
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { day } from '#domain/italian.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { ContractRecord } from './records.ts';

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
}

const roles = {
  buyer: 'customerId',
  co_buyer: 'cobuyerId',
  guarantor: 'guarantorId',
  legal_representative: 'representativeId',
} as const satisfies Partial<Record<SignerRole, keyof ContractRecord>>;

/** The parties of a contract in the order in which they sign. */
export async function partiesOf({ db, user }: Ctx, record: ContractRecord): Promise<Person[]> {
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
    const { birthDate, birthPlace, sex, ...person } = row;
    const born =
      birthDate && `${sex === 'F' ? 'Nata' : 'Nato'} ${birthPlace ? `a ${birthPlace} ` : ''}il ${day(birthDate)}`;
    return [{ role, ...person, born: born ?? '', codes: codesLine(person) }];
  });
}
