/**
 * What a cluster asks of each statement (decision 008), read by PostgreSQL's own grammar: a company's rows lie on one
 * shard, which is found by a value for the company, and what is written there can be sent there as it stands.
 */
import {
  loadModule,
  parseSync,
  type DeleteStmt,
  type InsertStmt,
  type JoinExpr,
  type Node,
  type RangeVar,
  type SelectStmt,
  type UpdateStmt,
} from 'libpg-query';
import { distributed, local, reference } from '#backend/db/distribution.ts';

await loadModule();

/** What the rules must know of the database. */
export interface Catalog {
  /** Views over tables of companies, and what they say; each has a company_id. */
  views: ReadonlyMap<string, string>;
  /** Functions whose result their arguments alone do not decide. */
  unsteady: ReadonlySet<string>;
}

/** A table of companies in one level of a statement. */
interface Source {
  table: string;
  name: string;
}
/** What is known of the company of `from` is known of `to`. */
interface Link {
  from: string;
  to: string;
}
interface Level {
  sources: Source[];
  /** Names of the sources whose company a value says. */
  valued: Set<string>;
  links: Link[];
}

/** Why a cluster refuses this statement, or asks every shard; empty when it does neither. */
export function refusals(statement: string, catalog: Catalog): string[] {
  const found = (parseSync(statement).stmts ?? []).flatMap(({ stmt }) => (stmt ? refusalsOf(stmt, catalog) : []));
  return [...new Set(found)];
}

/** The same of what a view says: who reads it names the company of the first table of each of its parts. */
export function refusalsOfView(definition: string, catalog: Catalog): string[] {
  const [view] = parseSync(definition).stmts ?? [];
  return view?.stmt ? [...new Set(refusalsOf(view.stmt, catalog, { isView: true }))] : [];
}

/** The table that this statement writes. */
export function writtenBy(statement: string): string | undefined {
  const [first] = parseSync(statement).stmts ?? [];
  const { stmt } = first ?? {};
  if (!stmt) return undefined;
  if ('InsertStmt' in stmt) return stmt.InsertStmt.relation?.relname;
  if ('UpdateStmt' in stmt) return stmt.UpdateStmt.relation?.relname;
  return 'DeleteStmt' in stmt ? stmt.DeleteStmt.relation?.relname : undefined;
}

function refusalsOf(root: Node, { views, unsteady }: Catalog, { isView = false } = {}): string[] {
  const found: string[] = [];
  const touched = new Set<string>();

  /** Looks at everything below; each select and each write is a level of its own. */
  function walk(value: unknown, ctes: readonly string[]): void {
    if (Array.isArray(value)) return value.forEach((one) => walk(one, ctes));
    if (!isNode(value)) return;
    if ('SelectStmt' in value) select(value.SelectStmt, ctes);
    else if ('InsertStmt' in value) insert(value.InsertStmt, ctes);
    else if ('UpdateStmt' in value) change(value.UpdateStmt, value.UpdateStmt.fromClause, ctes);
    else if ('DeleteStmt' in value) change(value.DeleteStmt, value.DeleteStmt.usingClause, ctes);
    else Object.values(value).forEach((one) => walk(one, ctes));
  }

  function select(statement: SelectStmt, ctes: readonly string[], isRead = false): void {
    const { withClause, larg, rarg, fromClause, whereClause, ...rest } = statement;
    const known = withCtes(withClause, ctes);
    if (larg) select(larg, known, isRead);
    if (rarg) select(rarg, known, isRead);
    const level = levelOf(fromClause, whereClause, known);
    if (isRead && level.sources[0]) level.valued.add(level.sources[0].name);
    check(level);
    walk([fromClause, whereClause, rest], known);
  }

  function insert({ relation, cols = [], selectStmt, withClause, ...rest }: InsertStmt, ctes: readonly string[]): void {
    const known = withCtes(withClause, ctes);
    const table = nameOf(relation);
    const place = cols.findIndex((col) => 'ResTarget' in col && col.ResTarget.name === 'company_id');
    const rows = selectStmt && 'SelectStmt' in selectStmt ? selectStmt.SelectStmt : {};
    if (!isKept(table)) return walk([selectStmt, rest], known);
    const values = rows.valuesLists?.map((row) => ('List' in row ? row.List.items?.[place] : undefined));
    const targets = rows.targetList?.map((one) => ('ResTarget' in one ? one.ResTarget.val : undefined));
    if (!values && !rest.returningClause && !rest.onConflictClause)
      found.push(`${table}: insert … select is gathered and copied`);
    // What is selected may name the company by a row's own, whose level is looked at as every other.
    if (values && (withClause || has(selectStmt, 'SubLink')))
      found.push(`${table}: a part reads within insert … values`);
    const isNamed = values ? values.every(isValue) : isValue(targets?.[place]) || isCompany(targets?.[place]);
    const read = values || isCompany(targets?.[place]) ? [] : tablesIn(selectStmt).filter(isOfCompany);
    if (read.length > 1) found.push(`${table}: insert … select of ${read.join(', ')} at once`);
    if (isOfCompany(table) && !isNamed) found.push(`${table}: no value for the company of what is inserted`);
    steady([values && selectStmt, { ...rest }], false);
    if (comparesByCase([withClause, selectStmt, rest])) found.push(`${table}: ${COMPARES}`);
    walk([selectStmt, rest], known);
  }

  function change(
    { relation, whereClause, withClause, ...rest }: UpdateStmt | DeleteStmt,
    from: Node[] | undefined,
    ctes: readonly string[],
  ): void {
    const known = withCtes(withClause, ctes);
    const all = [...(relation ? [{ RangeVar: relation }] : []), ...(from ?? [])];
    check(levelOf(all, whereClause, known));
    if (isKept(nameOf(relation))) {
      steady([whereClause, { ...rest }], false);
      if (comparesByCase([withClause, from, whereClause, rest])) found.push(`${nameOf(relation)}: ${COMPARES}`);
    }
    walk([whereClause, rest], known);
  }

  /** The names of what `with` gives to read. What it writes cannot be sent to a shard. */
  function withCtes(clause: SelectStmt['withClause'], ctes: readonly string[]): string[] {
    const known = [...ctes];
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery } = node.CommonTableExpr;
      if (ctequery && !('SelectStmt' in ctequery)) found.push(`${ctename}: a part of a statement writes`);
      walk(ctequery, clause?.recursive ? [...known, ctename] : known);
      known.push(ctename);
    }
    return known;
  }

  /**
   * What a write computes: a function that its arguments alone do not decide sees no column, and stands neither in
   * `case` and `coalesce` nor in `returning`.
   */
  function steady(value: unknown, isRefused: boolean): void {
    if (Array.isArray(value)) return value.forEach((one) => steady(one, isRefused));
    if (!isNode(value)) return;
    const name =
      'FuncCall' in value ? lastOf(value.FuncCall.funcname) : 'SQLValueFunction' in value ? 'now' : undefined;
    if (name && unsteady.has(name) && (isRefused || hasColumn(value)))
      found.push(`${name}() of a column, in case, coalesce or returning of a write`);
    for (const [key, held] of Object.entries(value))
      // What a part reads for itself is not computed by the write.
      if (key !== 'SubLink' || isRefused)
        steady(held, isRefused || key === 'CaseExpr' || key === 'CoalesceExpr' || key === 'returningClause');
  }

  function levelOf(from: readonly Node[] = [], where: Node | undefined, ctes: readonly string[]): Level {
    const level: Level = { sources: [], valued: new Set(), links: [] };
    for (const node of from) read(node, level, ctes);
    for (const condition of conjuncts(where)) learn(condition, level, level.sources, level.sources);
    return level;
  }

  /** Adds what stands in `from`, and what its joins say of companies. */
  function read(node: Node, level: Level, ctes: readonly string[]): void {
    if ('RangeVar' in node) {
      const { relname = '', schemaname, alias } = node.RangeVar;
      if (schemaname && schemaname !== 'public') return;
      if (ctes.includes(relname)) return;
      touched.add(relname);
      if (isOfCompany(relname)) level.sources.push({ table: relname, name: alias?.aliasname ?? relname });
    } else if ('JoinExpr' in node) join(node.JoinExpr, level, ctes);
  }

  function join({ larg, rarg, quals, jointype }: JoinExpr, level: Level, ctes: readonly string[]): void {
    const before = level.sources.length;
    if (larg) read(larg, level, ctes);
    const middle = level.sources.length;
    if (rarg) read(rarg, level, ctes);
    const [left, right] = [level.sources.slice(before, middle), level.sources.slice(middle)];
    // The condition of an outer join says nothing of the rows that stay without it.
    const told = jointype === 'JOIN_INNER' ? [...left, ...right] : jointype === 'JOIN_LEFT' ? right : [];
    for (const condition of conjuncts(quals)) learn(condition, level, told, [...left, ...right]);
  }

  /** What a condition says of the companies of the sources in `told`, by values or by other sources. */
  function learn(condition: Node, level: Level, told: readonly Source[], all: readonly Source[]): void {
    if (!('A_Expr' in condition)) return;
    const { kind, name, lexpr, rexpr } = condition.A_Expr;
    if (kind !== 'AEXPR_OP' || lastOf(name) !== '=' || !lexpr || !rexpr) return;
    const sides = [
      [lexpr, rexpr],
      [rexpr, lexpr],
    ] as const;
    for (const [side, other] of sides) {
      const to = companyOf(side, all);
      if (!to || !told.some((source) => source.name === to)) continue;
      if (isValue(other)) level.valued.add(to);
      const from = companyOf(other, all);
      if (from) level.links.push({ from, to });
    }
  }

  function check({ sources, valued, links }: Level): void {
    for (let size = -1; size !== valued.size;) {
      size = valued.size;
      for (const { from, to } of links) if (valued.has(from)) valued.add(to);
    }
    for (const { name } of sources) if (!valued.has(name)) found.push(`${name}: no value for its company`);
  }

  const isOfCompany = (table: string) => distributed.includes(table) || views.has(table);
  const isKept = (table: string) => isOfCompany(table) || reference.includes(table);

  if (isView && 'SelectStmt' in root) select(root.SelectStmt, [], true);
  else walk(root, []);
  const alone = [...touched].filter((table) => local.includes(table));
  if (alone.length > 0 && [...touched].some(isKept)) found.push(`${alone.join(', ')}: lies on the coordinator alone`);
  return found;
}

/** What a cluster computes of a write before it sends it on: the value of `case x when` is unknown there, and reads as null. */
const COMPARES = 'case x when in a write compares with null';

/** Whether a `case` that names the value which its parts compare stands anywhere within. */
const comparesByCase = (value: unknown): boolean =>
  isNode(value) &&
  (('CaseExpr' in value && value.CaseExpr.arg !== undefined) || Object.values(value).some(comparesByCase));

/** Whether a node of this kind stands anywhere within. */
const has = (value: unknown, kind: string): boolean =>
  isNode(value) && (kind in value || Object.values(value).some((one) => has(one, kind)));
const hasColumn = (value: unknown) => has(value, 'ColumnRef') || has(value, 'SubLink');

/** The tables that are read anywhere within. */
const tablesIn = (value: unknown): string[] => {
  if (!isNode(value)) return [];
  return 'RangeVar' in value ? [nameOf(value.RangeVar)] : Object.values(value).flatMap(tablesIn);
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const nameOf = (relation: RangeVar | undefined) =>
  !relation?.schemaname || relation.schemaname === 'public' ? (relation?.relname ?? '') : '';

const lastOf = (names: readonly Node[] | undefined) => {
  const last = names?.at(-1);
  return last && 'String' in last ? last.String.sval : undefined;
};

/** The parts of a condition that must all hold. */
function conjuncts(condition: Node | undefined): Node[] {
  if (!condition) return [];
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(conjuncts);
  return [condition];
}

/** A parameter or constant, as it is or of a named type. */
function isValue(node: Node | undefined): boolean {
  if (!node) return false;
  if ('TypeCast' in node) return isValue(node.TypeCast.arg);
  return 'ParamRef' in node || ('A_Const' in node && !node.A_Const.isnull);
}

const isCompany = (node: Node | undefined) =>
  node !== undefined && 'ColumnRef' in node && lastOf(node.ColumnRef.fields) === 'company_id';

/** The source whose company_id this is; without a name, the only one. */
function companyOf(node: Node, sources: readonly Source[]): string | undefined {
  if (!('ColumnRef' in node)) return undefined;
  const { fields = [] } = node.ColumnRef;
  if (lastOf(fields) !== 'company_id') return undefined;
  if (fields.length === 1) return sources.length === 1 ? sources[0]!.name : undefined;
  const name = lastOf(fields.slice(0, -1));
  return sources.find((source) => source.name === name)?.name;
}
