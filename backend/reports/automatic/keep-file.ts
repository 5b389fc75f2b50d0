/** Makes the file of a report as somebody may see it, and keeps it in the store until it has left. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import type { ReportQuery } from '#domain/reports/endpoints.ts';
import type { ReportFormat } from '#domain/reports/formats.ts';
import { columnsFor } from '#domain/reports/report.ts';
import { incoming } from '#backend/lib/files/receive.ts';
import { newUnnamed } from '#backend/lib/files/unnamed.ts';
import type { Reported } from '#backend/lib/ports/reported.ts';
import type { HeavyCtx, Person, PublicCtx } from '#backend/lib/work/context.ts';
import { reportFile } from '../file.ts';

export interface Kept {
  key: string;
  name: string;
  type: string;
  bytes: number;
}

interface Wanted {
  asked: ReportQuery;
  format: ReportFormat;
  /** With whose privileges it is read. */
  as: Person;
  /** In whose transactions: the same person, or the one who sends it. */
  by: number;
}

/** However many rows: they go over the disk. Nobody pressed for it, so the mailing is what the activity tells of. */
export async function keepFile(call: PublicCtx, of: Reported, { asked, format, as, by }: Wanted): Promise<Kept> {
  const { companyId } = as;
  const path = join(await incoming(call.config), randomUUID());
  const ctx: HeavyCtx = {
    ...call,
    user: as,
    sessionId: 0,
    sessionEndsAt: call.now,
    inside: (work) =>
      call.asCompany(companyId, by, (inner) => work({ ...inner, user: as, today: call.today, audit: () => {} })),
    ...(format !== 'pdf' && { spool: { path: `${path}.rows`, rows: 0 } }),
  };
  try {
    const file = await call.heavily('spreadsheets', companyId, () =>
      reportFile(ctx, of, asked, format, columnsFor(of.report, as.privileges)),
    );
    const out = createWriteStream(path, { mode: 0o600 });
    const content = 'stream' in file ? Readable.fromWeb(file.stream as WebStream) : Readable.from([file.bytes]);
    await pipeline(content, out);
    const key = await ctx.inside(newUnnamed);
    await call.files.put(key, { path }, file.type);
    return { key, name: file.name, type: file.type, bytes: out.bytesWritten };
  } finally {
    for (const left of [path, `${path}.rows`]) await rm(left, { force: true });
  }
}
