/**
 * A file that comes by a private link. Once it has set out it keeps its place on the link while it travels; a connection
 * that breaks costs nothing.
 */
import { TRAVEL_MINUTES } from '#domain/upload-purposes.ts';
import type { TakeArriving } from '../lib/ports/arriving.ts';
import type { Ctx } from '../lib/work/context.ts';
import { announce, keepFile } from './keep.ts';
import { drop } from './unused.ts';

const MINUTE = 60_000;

/** How many files are on their way by a link. One whose process died ends its travel by itself. */
async function travelling(ctx: Ctx, linkId: number): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('companyId', '=', ctx.user.companyId)
    .where('linkId', '=', linkId)
    .where('readyAt', 'is', null)
    .where('createdAt', '>', new Date(ctx.now.getTime() - TRAVEL_MINUTES * MINUTE).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of two files that set out at once the second waits here, and sees the first. */
const lockLink = ({ db, user }: Ctx, id: number) =>
  db
    .selectFrom('links')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const takeArriving: TakeArriving = async (call, file, coming) => {
  const { companyId, linkId, purpose, name, inside } = coming;
  const row = await inside(async (ctx) => {
    await lockLink(ctx, linkId);
    await coming.setOut(ctx, await travelling(ctx, linkId));
    return announce(ctx, { purpose, name, linkId });
  });
  const landed = (ctx: Ctx) => coming.landed(ctx, row.id);
  try {
    await file((received) =>
      call.heavily('pictures', companyId, () =>
        keepFile({ files: call.files, inside }, { purpose, name }, received, { ...row, landed }),
      ),
    );
  } catch (error) {
    // Its place is free again at once; should this fail too, then when its time to travel is over.
    await inside((ctx) => drop(ctx, [row])).catch((err: unknown) => call.log.warn({ err }, 'lost on its way'));
    throw error;
  }
};
