import type { Kysely } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { rolePresets } from '#domain/roles.ts';
import { withTenant } from '../db/tenant.ts';
import type { DB } from '../db/types.gen.ts';
import { appendAudit } from '../lib/records/audit.ts';
import { hashPassword } from '../lib/people/password.ts';
import { writeCompanyParams } from '../lib/records/params.ts';
import { readNational } from '../lib/records/provinces.ts';
import { newToken, readToken } from '../lib/people/tokens.ts';

export interface NewCompany {
  id: number;
  name: string;
  /** Two letters; the default province for IPT in new quotes. */
  province: string;
  admin: { name: string; email: string };
  /** Name of the first location, where the administrator works. */
  place: string;
  /** Messa su strada of its quotes, cents with VAT. */
  roadCost: number;
}

const INVITE_MS = 24 * 3600 * 1000;

/**
 * Opens a company with its administrator, who has every privilege of a dealer. The manufacturer's administrator has the
 * preferences, and everybody there needs a second factor. Returns the token for the first password, usable once within
 * 24 hours. Throws when number or e-mail is taken, and `invalid` for a province that does not exist.
 */
export async function openCompany(
  db: Kysely<DB>,
  { id, name, province, admin, place, roadCost }: NewCompany,
  now: Date,
): Promise<string> {
  const token = newToken(id);
  const passwordHash = await hashPassword(newToken(id));
  const roleName = id === MANUFACTURER ? 'Importatore' : 'Amministratore dealer';
  const privileges = id === MANUFACTURER ? [p.managePreferences] : [...rolePresets['Amministratore dealer']!];
  const email = admin.email.toLowerCase();
  await withTenant(db, { companyId: id, userId: null }, async (trx) => {
    const provinces = await readNational(trx, dayInRome(now));
    if (!provinces.some(({ code }) => code === province))
      throw new Failure('invalid', undefined, { fields: { province: `«${province}» non è una provincia` } });
    await trx
      .insertInto('companies')
      .values({ companyId: id, name, province, email, secondFactorRequired: id === MANUFACTURER, state: 'invited' })
      .execute();
    await writeCompanyParams(trx, id, dayInRome(now), {
      'quotes.roadPreparation': roadCost,
      'quotes.quotationRequired': true,
    });
    const { id: locationId } = await trx
      .insertInto('locations')
      .values({ companyId: id, name: place, province })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: userId } = await trx
      .insertInto('users')
      .values({ companyId: id, name: admin.name, email, roleName, privileges })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('userLocations').values({ companyId: id, userId, locationId, isDefault: true }).execute();
    await trx.insertInto('logins').values({ companyId: id, userId, passwordHash }).execute();
    await trx.insertInto('loginEmails').values({ email, companyId: id, userId }).execute();
    const expiresAt = new Date(now.getTime() + INVITE_MS);
    await trx
      .insertInto('passwordResets')
      .values({ companyId: id, userId, tokenHash: readToken(token)!.hash, expiresAt, createdAt: now })
      .execute();
    const actor = { companyId: id, userId: null, userName: 'console', requestId: '', ip: '', now };
    await appendAudit(trx, actor, [{ action: 'create', entity: 'company', entityId: id, after: { name, province } }]);
  });
  return token;
}
