/** Who signs is who the record says, each at an address of their own; those who work for the company sign on paper. */
import { Failure } from '#domain/errors.ts';
import { day } from '#domain/italian.ts';
import { isBehind } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { contactKey } from '#domain/signatures/contacts.ts';
import { signerRoles, type BlockKind, type CodeChannel, type SignerRole } from '#domain/signatures/terms.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import type { Party, Signing } from '../lib/ports/signable.ts';

/** What the caller says of a signer: the person is the record's. */
export interface SignerContact {
  role: SignerRole;
  channel: CodeChannel;
  email: string | null;
  phone: string | null;
}

interface OwnContacts {
  /** Who works here or did, by what reaches them. */
  people: ReadonlyMap<string, { id: number; name: string }>;
  /** What reaches the company and its places. */
  company: ReadonlySet<string>;
}

/** Addresses and numbers of the company and of its people, as they are compared. */
async function readOwnContacts({ db, user: { companyId } }: Ctx): Promise<OwnContacts> {
  const users = await db.selectFrom('users').select(['id', 'name', 'email', 'phone']).where('companyId', '=', companyId).execute(); // prettier-ignore
  const { email, pec, phone } = await db
    .selectFrom('companies')
    .select(['email', 'pec', 'phone'])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow();
  const places = await db.selectFrom('locations').select('phone').where('companyId', '=', companyId).execute();
  const company = [email, pec, phone, ...places.map((place) => place.phone)].filter((one) => one !== '');
  return {
    people: new Map(
      users.flatMap((one) => contactsOf(one).map((contact) => [contact, { id: one.id, name: one.name }] as const)),
    ),
    company: new Set(company.map(contactKey)),
  };
}

const contactsOf = ({ email, phone }: Pick<SignerContact, 'email' | 'phone'>): string[] =>
  [email, phone].filter((one) => one !== null && one !== '').map((one) => contactKey(one!));

const customersOf = ({ parties }: Signing) => parties.filter(({ role }) => role !== 'dealer');

/** The company's own people among those for whom a record says that they sign as customers. */
const employeesIn = (record: Signing, { people }: OwnContacts) =>
  customersOf(record).flatMap((party) => contactsOf(party).flatMap((contact) => people.get(contact) ?? []));

/**
 * Why a record is signed on paper only, in Italian: the company itself or one of its people buys, whom a code would
 * reach where a colleague reads it. Null: everybody may sign by code.
 */
export async function byHandOnly(ctx: Ctx, record: Signing): Promise<string | null> {
  const check = 'si firma su carta, e la controlla un collega del back office che non vende.';
  if (record.companyBuys) return `Compra l’azienda stessa: ${check}`;
  const [employee] = employeesIn(record, await readOwnContacts(ctx));
  return employee
    ? `Il cliente ha un recapito di ${employee.name}, che lavora qui: se è la stessa persona ${check} Se non lo è, correggere i recapiti del cliente.`
    : null;
}

/** Whose of the company an address or a number is, as a sentence; null: nobody's. */
function faultOf({ people, company }: OwnContacts, contact: string, name: string): string | null {
  const employee = people.get(contactKey(contact));
  if (employee) return `È un recapito di ${employee.name}, che lavora qui: serve quello di ${name}`;
  return company.has(contactKey(contact)) ? `È un recapito dell’azienda: serve quello di ${name}` : null;
}

/** Throws `invalid` at the telephone of a customer that is the company's or of one of its people. */
export async function assertOwnPhone(ctx: Ctx, { phone, name }: { phone: string; name: string }): Promise<void> {
  const fault = faultOf(await readOwnContacts(ctx), phone, name);
  if (fault) throw new Failure('invalid', undefined, { fields: { phone: fault } });
}

/** What is wrong with where the code of a party goes, by field. */
function faultsAt(party: Party, given: SignerContact, own: OwnContacts): Partial<Record<'email' | 'phone', string>> {
  const fault = (key: 'email' | 'phone') => {
    const contact = given[key];
    if (!contact) return null;
    if (party.role !== 'dealer') return faultOf(own, contact, party.name);
    const isOwn = contactsOf(party).includes(contactKey(contact));
    return isOwn ? null : 'Per la concessionaria vale il recapito del proprio utente';
  };
  const [email, phone] = [fault('email'), fault('phone')];
  return { ...(email && { email }), ...(phone && { phone }) };
}

/** Throws `invalid` where the code of a party would go to the company, `conflict` for who signs on paper only. */
export async function assertReachable(ctx: Ctx, record: Signing, given: SignerContact): Promise<void> {
  const refusal = await byHandOnly(ctx, record);
  if (refusal) throw new Failure('conflict', refusal);
  const party = record.parties.find(({ role }) => role === given.role);
  const fields = party ? faultsAt(party, given, await readOwnContacts(ctx)) : { role: strangers };
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

const strangers = 'Non è tra le persone del documento';
const named = (parties: readonly Party[]) =>
  parties.map(({ name, role }) => `${name} (${signerRoles[role].toLowerCase()})`).join(', ');

/**
 * The parties of the record, in its order, each with what the caller says of them. Throws `invalid` unless every party is
 * given once, at an address that is not the company's; `conflict` for who signs on paper only.
 */
export async function everyParty<T extends SignerContact>(
  ctx: Ctx,
  record: Signing,
  given: readonly T[],
): Promise<{ party: Party; given: T }[]> {
  const refusal = await byHandOnly(ctx, record);
  if (refusal) throw new Failure('conflict', refusal);
  const own = await readOwnContacts(ctx);
  const rows = record.parties.map((party) => {
    const at = given.findIndex(({ role }) => role === party.role);
    return { party, at, given: given[at]! };
  });
  const missing = rows.filter(({ at }) => at < 0).map(({ party }) => party);
  const fields: Record<string, string> =
    missing.length > 0 ? { signers: `Firmano tutti: manca ${named(missing)}` } : {};
  for (const at of given.keys()) if (!rows.some((row) => row.at === at)) fields[`signers.${at}.role`] = strangers;
  for (const { party, at } of rows.filter((row) => row.at >= 0))
    for (const [key, fault] of Object.entries(faultsAt(party, given[at]!, own))) fields[`signers.${at}.${key}`] = fault;
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  return rows;
}

/** What was signed on paper: when, by whom, which parts. */
interface Handwritten {
  signedOn: string;
  signers: readonly SignerRole[];
  blocks: readonly BlockKind[];
}

/** Throws `invalid` for a day that cannot be, and unless all parties have signed all parts. */
export function assertHandwritten({ today }: Ctx, record: Signing, { signedOn, signers, blocks }: Handwritten): void {
  const parts = record.blocks.filter(({ kind }) => !blocks.includes(kind)).map(({ title }) => title);
  const people = record.parties.filter(({ role }) => !signers.includes(role));
  const fields = {
    ...(signedOn > today && { signedOn: 'Il giorno non può essere nel futuro' }),
    ...(signedOn < record.firstDay && { signedOn: `Il documento è del ${day(record.firstDay)}: non è firmato prima` }),
    ...(record.since &&
      signedOn < record.since && { signedOn: `Il documento dice altro dal ${day(record.since)}: va firmato di nuovo` }),
    ...(people.length > 0 && { signers: `Firmano tutti: manca ${named(people)}` }),
    ...(parts.length > 0 && { blocks: `Manca la firma di: ${parts.join(', ')}` }),
  };
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

/**
 * Whether the caller may say that a paper shows what its parties signed: the back office, but nobody who sells or buys,
 * also behind a token.
 */
export async function mayCheck(ctx: Ctx, record: Signing): Promise<boolean> {
  if (record.checks === null || !holds(ctx, p.validateContracts)) return false;
  const buyers = employeesIn(record, await readOwnContacts(ctx)).map(({ id }) => id);
  return !isBehind(ctx.user, [...record.checks.notBy, ...buyers]);
}
