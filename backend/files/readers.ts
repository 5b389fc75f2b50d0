/** Files that are to be read: somebody has read one, and who manages files sees and reminds who has not. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import { endOf } from '#domain/files/rules.ts';
import { day } from '#domain/italian.ts';
import { notify } from '../lib/people/notify.ts';
import { placeNames } from '../lib/people/places.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { askedOf, readColleagues, readingsOf } from './asked.ts';
import { fileOf, readFile } from './one.ts';
import { readFolders } from './rights.ts';

type Table = typeof table;

export const receive: VerbOf<Table, 'POST /files/:id/receipt'> = async (ctx, { params: { id }, body: { number } }) => {
  const { db, user, now } = ctx;
  const file = await readFile(ctx, id);
  if (file.receiptBy === null) throw new Failure('conflict', 'Di questo file non è chiesta la presa visione.');
  if (number < file.receiptFrom || number > file.number)
    throw new Failure('conflict', 'C’è una versione nuova: aprirla e leggerla prima.');
  await sql`insert into file_readings (company_id, file_id, user_id, opened_at, number, read_at)
    values (${user.companyId}, ${id}, ${user.id}, ${now}, ${number}, ${now})
    on conflict (company_id, file_id, user_id) do update set number = excluded.number, read_at = excluded.read_at
    where file_readings.number is null or file_readings.number < excluded.number`.execute(db);
  ctx.audit({ action: 'receipt', entity: 'file', entityId: id, after: { number } });
  return fileOf(ctx, id);
};

/** Everybody who is asked, those who have not read it first. */
async function readersOf(ctx: Ctx, id: number) {
  const file = await readFile(ctx, id);
  if (file.receiptBy === null || file.deletedAt !== null) return { file, readers: [] };
  const asked = askedOf(await readColleagues(ctx), await readFolders(ctx), { ...file, madeBy: file.makerId });
  const readings = new Map((await readingsOf(ctx, [id])).map((reading) => [reading.userId, reading]));
  const readers = asked.map((person) => {
    const reading = readings.get(person.id);
    const isRead = (reading?.number ?? 0) >= file.receiptFrom;
    return { ...person, readAt: isRead ? reading!.readAt : null, openedAt: reading?.openedAt ?? null };
  });
  return { file, readers: readers.toSorted((a, b) => Number(a.readAt !== null) - Number(b.readAt !== null)) };
}

export const list: VerbOf<Table, 'GET /files/:id/readers'> = async (ctx, { params: { id } }) => {
  const { readers } = await readersOf(ctx, id);
  const names = await placeNames(ctx);
  return readers.map(({ locationIds, ...reader }) => ({
    ...reader,
    locations: locationIds.map((place) => names.get(place)!).toSorted(),
  }));
};

/** Tells those who are asked and have not read it yet; answers how many hear of it now. `once`: the occasion. */
export async function askReaders(ctx: Ctx, id: number, once: string): Promise<number> {
  const { file, readers } = await readersOf(ctx, id);
  const missing = readers.filter(({ readAt, id: reader }) => readAt === null && reader !== ctx.user.id);
  return notify(
    ctx,
    missing.map((reader) => reader.id),
    {
      kind: 'file_to_read',
      title: `Da leggere: ${file.name}`,
      text: `È chiesta la presa visione entro il ${day(file.receiptBy!)}.`,
      href: `/dealer/files?file=${id}`,
      once: `file_to_read:${id}:${file.number}:${once}`,
    },
  );
}

export const remind: VerbOf<Table, 'POST /files/:id/reminders'> = async (ctx, { params: { id } }) => {
  const { receiptBy, deletedAt, expiresOn } = await readFile(ctx, id);
  if (receiptBy === null || deletedAt !== null)
    throw new Failure('conflict', 'Di questo file non è chiesta la presa visione.');
  if (endOf(expiresOn, ctx.today) === 'over')
    throw new Failure('conflict', 'Il file è scaduto: non lo vede più nessuno.');
  // Twice on one day is one reminder.
  const told = await askReaders(ctx, id, ctx.today);
  ctx.audit({ action: 'remind', entity: 'file', entityId: id, after: { told } });
  return { told };
};
