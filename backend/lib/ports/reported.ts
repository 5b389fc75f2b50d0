/** What an area gives to reports: the SQL of one, under the names of its value (domain/reports). */
import type { RawBuilder, SqlBool } from 'kysely';
import type { Report } from '#domain/reports/report.ts';
import type { Owned } from '../records/scope.ts';
import type { Ctx } from '../work/context.ts';

type Sql = RawBuilder<unknown>;

/** By what rows are told apart; where no words say a key, `name` reads its name, or `column` is the one of its rows that says it. */
export interface Grouping {
  by: Sql;
  name?: (key: Sql) => Sql;
  column?: string;
}

/** Groups whose keys are no days: the runner knows those. */
type Named<R extends Report> = {
  [G in keyof R['groups']]: R['groups'][G] extends { isTime: string } ? never : G;
}[keyof R['groups']];

export interface Reported<R extends Report = Report> {
  report: R;
  /** What no statement knows, such as working days: read before its statements, as a relation for `from`. */
  beside?: (ctx: Ctx) => Promise<Sql>;
  /** Contracts, `t`, and what else a row is made of, of the company alone, by one of the days; `today` is the day in Rome. */
  from: (today: string, beside: Sql, basis: string) => Sql;
  /** Condition: a row is of the company; absent: `t` is. With one of its own the contracts are read only for what they say. */
  isOwn?: RawBuilder<SqlBool>;
  /** Which of them count at all. */
  where: RawBuilder<SqlBool>;
  /** What tells a row from the others of its contract. */
  id: Sql;
  days: Readonly<Record<keyof R['bases'], Sql>>;
  /** Rows that count although they have no day by this basis, where the report names them. */
  undated?: Partial<Record<keyof R['bases'], RawBuilder<SqlBool>>>;
  place: Sql;
  groups: Readonly<Record<Named<R>, Grouping>>;
  columns: Readonly<Record<keyof R['columns'], Sql>>;
  /** Conditions over columns of a row, `r`, that everybody sees who opens the report. */
  only: Readonly<Record<keyof R['only'], RawBuilder<SqlBool>>>;
  /** What of `from` such rows, or those of which a column is not zero, fulfil at any rate, as an index of few rows says it. */
  among?: Partial<Record<keyof R['only'] | keyof R['columns'], RawBuilder<SqlBool>>>;
  /** Whose the contracts are: who may open one finds its customer and its address. */
  owned: Owned;
}

/** The SQL of a report, checked against its value, as the runner takes it. */
export const reported = <const R extends Report>(of: Reported & Reported<R>): Reported => of;
