/** Says of a file that somebody holds whether it is what was signed. Nothing of the record is answered. */
import { networkOf } from '#domain/auth/rules.ts';
import { dayInRome } from '#domain/dates.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { readNumber } from '#domain/signatures/evidence.ts';
import type { Verified } from '#domain/signatures/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { PublicCtx } from '../lib/work/context.ts';
import { fingerprint, isSealed } from '../lib/work/evidence-seal.ts';
import { assertFree, countTry } from '../lib/people/throttle.ts';
import { withTenant } from '../db/tenant.ts';

const nothing: Verified = { verdict: 'unknown', signedOn: null, file: null, key: null };

const find = ({ briefly }: PublicCtx, { companyId, number }: { companyId: number; number: string }) =>
  briefly((db) =>
    withTenant(db, { companyId, userId: null }, (trx) =>
      trx
        .selectFrom('signatures')
        .select(['state', 'hash', 'sealedHash', 'seal', 'sealPublic'])
        .select((eb) =>
          eb
            .selectFrom('signatureSigners as s')
            .select(({ fn }) => fn.max('s.signedAt').as('at'))
            .where('s.companyId', '=', companyId)
            .whereRef('s.signatureId', '=', 'signatures.id')
            .as('signedAt'),
        )
        .where('companyId', '=', companyId)
        .where('number', '=', number)
        .executeTakeFirst(),
    ),
  );

/**
 * `changed`: the number is known, the file is another. `voided`: it is the file, and what was signed no longer counts. A
 * number that nobody was given counts as a guess, and too many of them from one network have to wait (`too_many`).
 */
export const verify: VerbOf<typeof table, 'GET /verify'> = async (call, { query }) => {
  const guess = networkOf(call.ip);
  await call.briefly((db) => assertFree(db, call.now, { guess }));
  const number = readNumber(query.number);
  const row = number && (await find(call, number));
  // What ended before all had signed was never signed, and has no evidence.
  if (!row || !(row.state === 'signed' || (row.state === 'voided' && row.sealedHash !== null))) {
    if (!row) await call.briefly((db) => countTry(db, 'guess', guess, call.now));
    return nothing;
  }
  const hash = Buffer.from(query.hash, 'hex');
  const sealed =
    row.sealedHash !== null && isSealed(row.sealedHash, row.seal!, row.sealPublic!) ? row.sealedHash : null;
  const file = row.hash.equals(hash) ? 'original' : sealed?.equals(hash) ? 'signed' : null;
  if (file === null) return { ...nothing, verdict: 'changed' };
  return {
    verdict: row.state === 'voided' ? 'voided' : 'genuine',
    signedOn: row.signedAt && dayInRome(new Date(row.signedAt)),
    file,
    key: row.sealPublic && fingerprint(row.sealPublic),
  };
};
