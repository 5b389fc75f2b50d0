import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { firstDocuments, firstRequired } from '#domain/contracts/first-schema.ts';
import { starterFields } from '#domain/preferences/starter.ts';
import { dayInRome } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { CompanyParams } from '#domain/params.ts';
import { quoteSettingFields, type QuoteSettings } from '#domain/quotes/settings/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { manufacturerRoles, rolePresets } from '#domain/roles.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { DB } from '#backend/db/types.gen.ts';
import { appendAudit } from '../records/audit.ts';
import { readSettingsOn, writeCompanyParams } from '../records/params.ts';
import { readNational } from '../records/provinces.ts';
import { hashPassword } from './password.ts';
import { newToken, readToken } from './tokens.ts';

export interface NewCompany {
  id: number;
  name: string;
  /** Two letters; the default province for IPT in new quotes. */
  province: string;
  /** The makers whose cars it sells; null: all. */
  brands?: readonly number[] | null;
  admin: { name: string; email: string };
  /** Names of its locations; the administrator works at the first. */
  places: readonly string[];
  /** Messa su strada of its quotes, cents with VAT; null: as new companies begin with. */
  roadCost: number | null;
}

const INVITE_MS = 24 * 3600 * 1000;

/** Who the administrators of a new company are: everything of a dealer, or what the manufacturer's own work takes. */
const rightsOf = (id: number) =>
  id === MANUFACTURER
    ? { roleName: 'Importatore', privileges: [...manufacturerRoles.Importatore!] }
    : { roleName: 'Amministratore dealer', privileges: [...rolePresets['Amministratore dealer']!] };

/** The settings that a new company begins with: what the manufacturer says, under the amounts that were given for it. */
async function startersOf(trx: Transaction<DB>, day: string, roadCost: number | null): Promise<Partial<CompanyParams>> {
  const [starter] = await readSettingsOn(trx, MANUFACTURER, { group: 'starter', fields: starterFields }, [day]);
  const own: Partial<QuoteSettings> =
    roadCost === null ? {} : { roadVat: 'included', roadRegistration: 0, roadTransport: 0, roadPreparation: roadCost };
  // What is as the product has it stays unwritten: a company's own page then says that nobody has set it.
  const blank: Readonly<Record<string, unknown>> = blankOf(quoteSettingFields);
  const begun = Object.entries({ ...starter, ...own }).filter(([key, value]) => !isDeepStrictEqual(value, blank[key]));
  return Object.fromEntries(begun.map(([key, value]) => [`quotes.${key}`, value]));
}

/**
 * Writes a company with its administrator, locations and first settings, in a transaction of that company. Everybody of
 * the manufacturer needs a second factor. `by`: who the company's audit names. Returns the administrator's number. Throws
 * when number or e-mail is taken, and `invalid` for a province that does not exist.
 */
export async function writeCompany(
  trx: Transaction<DB>,
  { id, name, province, brands = null, admin, places, roadCost }: NewCompany,
  { now, by, requestId = '', ip = '' }: { now: Date; by: string; requestId?: string; ip?: string },
): Promise<number> {
  const email = admin.email.toLowerCase();
  const today = dayInRome(now);
  const provinces = await readNational(trx, today);
  if (!provinces.some(({ code }) => code === province))
    throw new Failure('invalid', undefined, { fields: { province: `«${province}» non è una provincia` } });
  const secondFactorRequired = id === MANUFACTURER;
  await trx
    .insertInto('companies')
    .values({
      companyId: id,
      name,
      province,
      email,
      secondFactorRequired,
      state: 'invited',
      brands: brands && [...brands],
    })
    .execute();
  await writeCompanyParams(trx, id, today, {
    ...(await startersOf(trx, today, roadCost)),
    'contracts.required': firstRequired,
    'contracts.documents': firstDocuments,
  });
  const locations = await trx
    .insertInto('locations')
    .values(places.map((place) => ({ companyId: id, name: place, province })))
    .returning('id')
    .execute();
  const { id: userId } = await trx
    .insertInto('users')
    .values({ companyId: id, name: admin.name, email, invitedAt: now, ...rightsOf(id) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('userLocations')
    .values({ companyId: id, userId, locationId: locations[0]!.id, isDefault: true })
    .execute();
  await trx.insertInto('loginEmails').values({ email, companyId: id, userId }).execute();
  const actor = { companyId: id, userId: null, userName: by, requestId, ip, now };
  await appendAudit(trx, actor, [{ action: 'create', entity: 'company', entityId: id, after: { name, province } }]);
  return userId;
}

/** Opens a company at the console. Returns the token for the first password, usable once within 24 hours. */
export async function openCompany(db: Kysely<DB>, company: NewCompany, now: Date): Promise<string> {
  const { id: companyId } = company;
  const token = newToken(companyId);
  const passwordHash = await hashPassword(newToken(companyId));
  await withTenant(db, { companyId, userId: null }, async (trx) => {
    const userId = await writeCompany(trx, company, { now, by: 'console' });
    await trx.insertInto('logins').values({ companyId, userId, passwordHash }).execute();
    const expiresAt = new Date(now.getTime() + INVITE_MS);
    await trx
      .insertInto('passwordResets')
      .values({ companyId, userId, tokenHash: readToken(token)!.hash, expiresAt, createdAt: now })
      .execute();
  });
  return token;
}
