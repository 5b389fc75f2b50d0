import type { RawBuilder, SqlBool } from 'kysely';
import type { Ctx } from '../work/context.ts';

/** The days of an absence, the end excluded; `from` null: it has begun, so that what was due before waits, too. */
export interface Absence {
  from: Date | null;
  until: Date;
}

/**
 * Work of one kind that a person has in hand and leaves when they are blocked, or while they are absent as far as it is due: rows of a table with `company_id`, `id`
 * and `version`. Counting, handing over and taking back are written once (backend/users/leaving.ts).
 */
export interface Legacy {
  /** Its name in calls: letters. */
  kind: string;
  table: string;
  /** The column with the id of who has it; `isMany`: with the ids of all who do. */
  column: string;
  isMany?: true;
  /** Its entity in the audit, and the fact that names who has it there. */
  entity: string;
  fact: string;
  /** One and many, in Italian: "preventivo aperto", "preventivi aperti". */
  words: readonly [one: string, many: string];
  /** Condition on the rows (alias `r`) that pass on; the others stay with the person's name. */
  open(ctx: Ctx): RawBuilder<SqlBool>;
  /**
   * Condition on the rows that cannot wait for a person who is absent then; null: none yet. Without it nothing of this
   * kind is due on a day.
   */
  due?(ctx: Ctx, absence: Absence): RawBuilder<SqlBool> | null;
  /** Condition on further rows of the same table that go along with rows of these ids, uncounted. */
  along?(ctx: Ctx, ids: readonly number[]): RawBuilder<SqlBool>;
  /** What the person has of it that does not pass on: "{n} preventivi in tutto". */
  all?: string;
  /** Colleagues with one of these privileges may have it. */
  heirs: readonly number[];
  /** Whether it may also be nobody's. */
  nobody?: boolean;
  /** What else follows from its new owner, or from the former one when it is taken back. */
  given?(ctx: Ctx, ids: readonly number[], to: number | null, from: number | null): Promise<void>;
}
