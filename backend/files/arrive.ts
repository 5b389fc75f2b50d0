/** What has arrived whole is put together, read and stored, and then named by the transaction by which it is there. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#domain/errors.ts';
import { fileKinds, kindOf } from '#domain/files/kinds.ts';
import { deleteFiles } from '../lib/files/delete.ts';
import { incoming } from '../lib/files/receive.ts';
import { StoreError } from '../lib/files/store.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { type Arrival, drop, pieceKeys, previewKey, readArrival, unlessGone } from './arrivals.ts';
import { lockTree } from './folders.ts';
import { type Fit, inspected } from './inspected.ts';
import { textIn, wordsOf } from './words.ts';

/** Writes the pieces one behind the other to the disk; a few kilobytes of them are in memory. */
async function assemble({ files }: Pick<HeavyCtx, 'files'>, arrival: Arrival, path: string): Promise<void> {
  async function* bytes() {
    for (const key of pieceKeys(arrival)) {
      const piece = await files.read(key);
      if (!piece) throw new StoreError(`a piece is gone: ${key}`);
      yield* piece.stream as AsyncIterable<Buffer>;
    }
  }
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

/** What was read of its bytes. */
export interface Read {
  fit: Fit;
  /** Of its text. */
  words: string[];
}

interface Landing<T> {
  /** Names it, with the tree locked, and answers the number of the file; what throws leaves the arrival, to be tried again. */
  land(ctx: Ctx, arrival: Arrival, read: Read): Promise<number>;
  /** The file that it became. */
  answer(ctx: Ctx, madeId: number): Promise<T>;
}

async function name<T>(ctx: Ctx, id: number, read: Read, { land, answer }: Landing<T>): Promise<T> {
  await lockTree(ctx);
  const arrival = await readArrival(ctx, id, true);
  // Pressed twice: the first one has done it.
  if (arrival.madeId !== null) return answer(ctx, arrival.madeId);
  const madeId = await land(ctx, arrival, read);
  await ctx.db
    .updateTable('fileArrivals')
    .set({ madeId, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  await ctx.enqueue(deleteFiles, { keys: pieceKeys(arrival) });
  return answer(ctx, madeId);
}

/** Throws `conflict` before all of it is here, `invalid` at `file` for what is refused by its content. */
export async function arrive<T>(ctx: HeavyCtx, id: number, landing: Landing<T>): Promise<T> {
  const { files, inside } = ctx;
  const arrival = await inside((inner) => readArrival(inner, id));
  if (arrival.madeId !== null) return inside((inner) => landing.answer(inner, arrival.madeId!));
  if (arrival.received < arrival.bytes) throw new Failure('conflict', 'Il file non è ancora arrivato tutto.');
  const kind = kindOf(arrival.name)!;
  const path = join(await incoming(ctx.config), randomUUID());
  try {
    await assemble(ctx, arrival, path);
    const fit = await inspected(kind, path).catch(async (error: unknown) => {
      // What it is does not change: nobody tries again with the same bytes.
      if (error instanceof Failure && error.code === 'invalid') await inside((inner) => drop(inner, [arrival]));
      throw error;
    });
    await files.put(arrival.fileKey, { path }, fileKinds[kind].type);
    if (fit.preview) await files.put(previewKey(arrival), fit.preview, 'image/jpeg');
    const text = await textIn(kind, path);
    // Before the tree is locked: long texts take their time.
    const words = await inside((inner) => wordsOf(inner, text));
    return await inside((inner) => name(inner, id, { fit, words }, landing));
  } catch (error) {
    // Given up while it was read: what gave it up has deleted its bytes before these were stored. An arrival that is still
    // there is tried again, or its bytes go with it.
    if (!(await inside((inner) => unlessGone(inner, id))))
      for (const key of [arrival.fileKey, previewKey(arrival)]) await files.delete(key);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
