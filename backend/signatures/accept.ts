/** Somebody accepts the advanced signature before a witness, and revokes it. */
import { createHash } from 'node:crypto';
import { customerRights } from '#domain/customers/rights.ts';
import type { Customer } from '#domain/customers/schema.ts';
import type { CustomerType } from '#domain/customers/terms.ts';
import { printedName } from '#domain/customers/transliteration.ts';
import { Failure } from '#domain/errors.ts';
import { masked } from '#domain/signatures/code.ts';
import { covers } from '#domain/record/rights.ts';
import type { acceptanceCalls as table } from '#domain/signatures/acceptance-endpoints.ts';
import type { Acceptances } from '#domain/signatures/acceptance-schema.ts';
import { acceptanceStateOf, identities, type Identity } from '#domain/signatures/advanced.ts';
import { readLetterhead } from '../documents/letterhead.ts';
import type { StoredAnswer, VerbOf } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { nameFiles, newUnnamed } from '../lib/files/unnamed.ts';
import { keptName, readUpload } from '../lib/files/uploads.ts';
import { acceptancesOf, keptFrom, readConditions, ruled, type AcceptanceRow, type Conditions } from './acceptances.ts';
import { drawDeclaration } from './declaration.ts';
import { assertOwnPhone } from './signers.ts';

type Table = typeof table;

/** A customer whom the caller may see, or with `changes` change, locked if `lock`. Throws `not_found`, `forbidden`. */
async function readPerson(ctx: Ctx, id: number, { changes = false, lock = false } = {}) {
  const row = await ctx.db
    .selectFrom('customers')
    .select(['id', 'type', 'name', 'latinName', 'taxCode', 'phone', 'documents', 'sellerId', 'createdBy', 'archivedAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  const may = (right: 'see' | 'change') =>
    covers(customerRights[right], ctx.user.privileges, [row.sellerId, row.createdBy].includes(ctx.user.id));
  if (!may('see') || (changes && !may('change'))) throw new Failure('forbidden');
  const documents = row.documents as Customer['documents'];
  return { ...row, documents, type: row.type as CustomerType, mayChange: may('change') && row.archivedAt === null };
}
type Person = Awaited<ReturnType<typeof readPerson>>;

/** The customer's identity papers that are valid today and have a scan. */
const identitiesOf = ({ documents }: Person, today: string): Acceptances['papers'] =>
  documents.flatMap(({ kind, number, expiresOn, scan }) =>
    scan && kind in identities && expiresOn !== null && expiresOn >= today
      ? [{ scanId: scan, paper: kind as Identity, number, until: expiresOn }]
      : [],
  );

const shownOf = (row: AcceptanceRow): Acceptances['history'][number] => ({
  id: row.id,
  version: row.version,
  at: row.at,
  witness: row.witness,
  paper: row.paper,
  number: row.number,
  phone: row.phone,
  keptUntil: row.keptUntil,
  revokedAt: row.revokedAt,
  revokedBy: row.revokedBy,
});

async function answerOf(ctx: Ctx, person: Person): Promise<Acceptances> {
  const rows = await acceptancesOf(ctx, person.id);
  const { offered, version, conditions } = await readConditions(ctx);
  return {
    // A company signs by who represents it.
    offered: offered && person.type !== 'fleet',
    version,
    conditions,
    state: acceptanceStateOf(rows[0] ? ruled(rows[0]) : null, { conditions }),
    name: person.name,
    phone: person.phone,
    papers: identitiesOf(person, ctx.today),
    mayChange: person.mayChange,
    history: rows.map(shownOf),
  };
}

export const readAcceptances: VerbOf<Table, 'GET /signatures/people/:id'> = async (ctx, { params: { id } }) =>
  answerOf(ctx, await readPerson(ctx, id));

/** The paper by which the person is identified. Throws `conflict` where nothing can be accepted, `invalid` for a paper that is none. */
function identityOf(ctx: Ctx, person: Person, { offered }: Conditions, scanId: number) {
  if (!offered) throw new Failure('conflict', 'La concessionaria non offre la firma elettronica avanzata.');
  if (person.type === 'fleet') throw new Failure('conflict', 'È una società: aderisce la persona che la rappresenta.');
  if (person.archivedAt !== null) throw new Failure('conflict', 'Il cliente è archiviato.');
  const identity = identitiesOf(person, ctx.today).find((one) => one.scanId === scanId);
  if (!identity)
    throw new Failure('invalid', undefined, {
      fields: { scanId: 'Serve un documento valido oggi, con la scansione, tra quelli del cliente' },
    });
  return identity;
}

/** The scan of the print that the caller sent and no record holds. */
async function scanOf(ctx: Ctx, uploadId: number) {
  const found = await readUpload(ctx, uploadId).catch(() => null);
  if (found?.purpose === 'customer_document' && found.userId === ctx.user.id && found.heldAt === null) return found;
  throw new Failure('invalid', undefined, { fields: { uploadId: 'Il file non c’è più: caricarlo di nuovo' } });
}

/** The conditions in force as a version that never changes; of two at once the second finds the first's. */
async function keepConditions(ctx: Ctx): Promise<Conditions & { id: number }> {
  const { companyId } = ctx.user;
  await ctx.db.selectFrom('companies').select('companyId').where('companyId', '=', companyId).forUpdate().execute();
  const found = await readConditions(ctx);
  if (found.id !== null) return { ...found, id: found.id };
  const { id } = await ctx.db
    .insertInto('signatureConditions')
    .values({ companyId, version: found.version, text: found.conditions, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...found, id };
}

type Stored = Pick<Awaited<ReturnType<typeof readUpload>>, 'fileKey' | 'type'>;

/** Keeps a file for this acceptance under a new key. */
async function keep({ files }: Pick<HeavyCtx, 'files'>, key: string, bytes: Uint8Array, type: string) {
  await files.put(key, bytes, type);
  return { bytes, key, type };
}

/** Keeps a copy of an upload under a new key, whatever becomes of it; throws `invalid` at `field`. */
async function copyOf(call: Pick<HeavyCtx, 'files'>, key: string, { fileKey, type }: Stored, field: string) {
  const bytes = await call.files.get(fileKey);
  if (bytes) return keep(call, key, bytes, type);
  throw new Failure('invalid', undefined, { fields: { [field]: 'Il file non c’è più: caricarlo di nuovo' } });
}

/**
 * The declaration is drawn, and its files are kept, outside of the transaction. Throws `conflict` where nothing can be
 * accepted, `stale` when the conditions changed since they were read, `invalid` for paper or scan.
 */
export const accept: VerbOf<Table, 'POST /signatures/people/:id'> = async (call, { params: { id }, body }) => {
  const { companyId, id: witnessId, name: witness } = call.user;
  const read = await call.inside(async (ctx) => {
    const person = await readPerson(ctx, id, { changes: true });
    await assertOwnPhone(ctx, { phone: body.phone, name: person.name });
    const conditions = await readConditions(ctx);
    const identity = identityOf(ctx, person, conditions, body.scanId);
    const scan = await readUpload(ctx, identity.scanId);
    const print = body.uploadId === null ? null : await scanOf(ctx, body.uploadId);
    const keys = { paper: await newUnnamed(ctx), declaration: await newUnnamed(ctx) };
    return { person, conditions, identity, scan, print, keys, letterhead: await readLetterhead(ctx) };
  });
  const { person, identity, keys } = read;
  const copy = await copyOf(call, keys.paper, read.scan, 'scanId');
  const declared = async () => {
    const declaration = await drawDeclaration(call, read.letterhead, read.conditions, {
      name: printedName(person),
      taxCode: person.taxCode,
      paper: identity,
      phone: body.phone,
      witness,
      drawing: body.drawing,
    });
    return keep(call, keys.declaration, declaration, 'application/pdf');
  };
  const declaration = read.print ? await copyOf(call, keys.declaration, read.print, 'uploadId') : await declared();
  return call.inside(async (ctx) => {
    const now = await readPerson(ctx, id, { changes: true, lock: true });
    const conditions = await keepConditions(ctx);
    identityOf(ctx, now, conditions, body.scanId);
    if (conditions.conditions !== read.conditions.conditions || now.name !== person.name) throw new Failure('stale');
    const hash = createHash('sha256').update(declaration.bytes).digest();
    await ctx.db
      .insertInto('signatureAcceptances')
      .values({
        companyId,
        customerId: id,
        conditionsId: conditions.id,
        acceptedAt: ctx.now,
        witnessId,
        name: now.name,
        taxCode: now.taxCode,
        paperKind: identity.paper,
        paperNumber: identity.number,
        paperKey: copy.key,
        paperType: copy.type,
        phone: body.phone,
        declarationKey: declaration.key,
        declarationType: declaration.type,
        hash,
        keptUntil: keptFrom(ctx.today),
      })
      .execute();
    await nameFiles(ctx, [copy.key, declaration.key]);
    const after = {
      version: conditions.version,
      paper: identity.paper,
      phone: masked(body.phone),
      sha256: hash.toString('hex'),
    };
    ctx.audit({ action: 'advanced_accepted', entity: 'customer', entityId: id, after });
    return answerOf(ctx, now);
  });
};

/** Revokes the last acceptance of a customer; throws `conflict` when there is none to revoke. */
export async function revokeOf(ctx: Ctx, customerId: number): Promise<void> {
  const last = (await acceptancesOf(ctx, customerId))[0];
  if (!last || last.revokedAt !== null) throw new Failure('conflict', 'Non c’è un’adesione da revocare.');
  await ctx.db
    .updateTable('signatureAcceptances')
    .set({ revokedAt: ctx.now, revokedBy: ctx.user.id || null })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', last.id)
    .execute();
  ctx.audit({ action: 'advanced_revoked', entity: 'customer', entityId: customerId, after: { version: last.version } });
}

export const revoke: VerbOf<Table, 'POST /signatures/people/:id/revoke'> = async (ctx, { params: { id } }) => {
  const person = await readPerson(ctx, id, { changes: true, lock: true });
  await revokeOf(ctx, id);
  return answerOf(ctx, person);
};

/** The declaration with what is known of the person, to be signed on paper. */
export const blankDeclaration: VerbOf<Table, 'GET /signatures/people/:id/declaration'> = async (
  call,
  { params: { id } },
) => {
  const read = await call.inside(async (ctx) => {
    const person = await readPerson(ctx, id);
    const [identity] = identitiesOf(person, ctx.today);
    return { person, identity, conditions: await readConditions(ctx), letterhead: await readLetterhead(ctx) };
  });
  const { person, identity } = read;
  const bytes = await drawDeclaration(call, read.letterhead, read.conditions, {
    name: printedName(person),
    taxCode: person.taxCode,
    paper: identity ?? null,
    phone: person.phone,
    witness: '',
    drawing: '',
  });
  return { bytes, type: 'application/pdf', name: `Adesione firma avanzata ${person.name}.pdf`, inline: true };
};

/** A stored file of an acceptance; throws `not_found` when it has none. */
export function fileOf(key: string | null, type: string, name: string): StoredAnswer {
  if (key === null) throw new Failure('not_found');
  return { key, type, name: keptName(name, type), inline: true };
}

async function acceptanceOf(ctx: Ctx, { id, acceptance }: { id: number; acceptance: number }): Promise<AcceptanceRow> {
  await readPerson(ctx, id);
  const found = (await acceptancesOf(ctx, id)).find((one) => one.id === acceptance);
  if (!found) throw new Failure('not_found');
  return found;
}

export const readDeclaration: VerbOf<Table, 'GET /signatures/people/:id/declaration/:acceptance'> = async (
  ctx,
  { params },
) => {
  const { declarationKey, declarationType } = await acceptanceOf(ctx, params);
  return fileOf(declarationKey, declarationType, 'Adesione firma avanzata');
};

export const readIdentity: VerbOf<Table, 'GET /signatures/people/:id/paper/:acceptance'> = async (ctx, { params }) => {
  const { paperKey, paperType, paper, number } = await acceptanceOf(ctx, params);
  const scan = [identities[paper], number].filter(Boolean).join(' ');
  ctx.audit({ action: 'scan_seen', entity: 'customer', entityId: params.id, after: { scan } });
  return fileOf(paperKey, paperType, scan);
};
