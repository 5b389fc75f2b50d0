import type { Assigned } from '#domain/record/records.ts';

interface Held<Id = number | null> {
  id: number;
  version: number;
  sellerId: Id;
}

/**
 * Decides of each record that is given to a seller, at the version that the caller saw, what becomes of it: one failure
 * does not stop the others. One that already has this seller counts as done, without a new version.
 * `found`: the locked records; `sellers`: who may have them, by id; `refusal`: why a record does not pass on, null
 * without a reason, undefined when it does. `given` are those to be written.
 */
export function assigned<R extends Held, S, Id extends number | null>(
  rows: readonly Held<Id>[],
  found: ReadonlyMap<number, R>,
  sellers: ReadonlyMap<number | null, S>,
  refusal: (record: R, sellerId: Id) => string | null | undefined,
): { results: Assigned[]; given: { record: R; to: S }[] } {
  const given: { record: R; to: S }[] = [];
  const results = [...new Map(rows.map((row) => [row.id, row])).values()].map(({ id, version, sellerId }): Assigned => {
    const record = found.get(id);
    if (!record) return { id, outcome: 'missing', version: null, from: null, why: null };
    const now = { id, version: record.version, from: record.sellerId, why: null };
    if (record.version !== version) return { ...now, outcome: 'stale' };
    const why = refusal(record, sellerId);
    if (why !== undefined) return { ...now, outcome: 'refused', why };
    const to = sellers.get(sellerId);
    if (to === undefined) return { ...now, outcome: 'nobody' };
    if (record.sellerId === sellerId) return { ...now, outcome: 'done' };
    given.push({ record, to });
    return { ...now, outcome: 'done', version: version + 1 };
  });
  return { results, given };
}
