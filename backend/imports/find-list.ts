/** Finds the list in the rows of a worksheet: which rows are its heading, what stands above, and the totals below. */

export type Line = [row: number, cells: string[]];
/** What a row of a worksheet is: only `row` is read. */
export type Part = 'above' | 'head' | 'row' | 'total';

export interface List {
  /** The number of the heading's last row; 0: there is none. */
  headRow: number;
  /** The rows of the heading. */
  headLines: number;
  heads: string[];
}

/** Rows among which the heading is looked for, and those from which the width of the list is known. */
const LOOKED = 30;
const SEEN = 60;
const MOST_HEAD = 100;
/** Rows below the list that can be its totals and notes. */
const MOST_TOTALS = 5;
/** A heading names most of the columns, and few of its names look like values. */
const FILLED = 0.6;
const VALUES = 0.3;

const filled = (cells: readonly string[]) => cells.filter(Boolean);
/** Digits without letters, an address, a code: what stands in a list, not above it. */
const isValue = (cell: string) =>
  /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell) ||
  cell.includes('@') ||
  /^[a-z]{6}\d{2}[a-z]\d{2}[a-z]\d{3}[a-z]$|^[a-z]{2}\d{3}[a-z]{2}$/i.test(cell);

const widthOf = (lines: readonly Line[]) =>
  lines.slice(0, SEEN).reduce((most, [, cells]) => Math.max(most, filled(cells).length), 0);

/** The position of the heading, or of the first of its two lines; the first row where none looks like one. */
function headAt(lines: readonly Line[]): number {
  const width = widthOf(lines);
  const isHead = ([, cells]: Line) => {
    const names = filled(cells);
    return names.length >= width * FILLED && names.filter(isValue).length <= names.length * VALUES;
  };
  return Math.max(
    0,
    lines.slice(0, Math.min(LOOKED, lines.length - 1)).findIndex((line) => isHead(line)),
  );
}

/**
 * Whether the row below a heading is its second line: it has no values where the rows below have them, and it continues
 * what stands above (small letters, or names where the first line has none).
 */
function isSecondLine(lines: readonly Line[], at: number): boolean {
  const [first, second] = [lines[at]![1], lines[at + 1]?.[1] ?? []];
  const below = lines.slice(at + 2, at + 2 + LOOKED).map(([, cells]) => cells);
  const names = filled(second);
  // What has a digit is rather a code of the first row than a name.
  if (below.length === 0 || names.length < 2 || names.some((name) => isValue(name) || /\d/.test(name))) return false;
  const isSmall = names.filter((name) => /^[\p{Ll}(/]/u.test(name)).length >= names.length / 2;
  const isAlone = second.filter((name, column) => name && !first[column]).length >= names.length / 3;
  const differs = second.some((name, column) => {
    const values = below.flatMap((cells) => cells[column] || []);
    return name && values.length > 0 && values.filter(isValue).length > values.length / 2;
  });
  // `Via` and `Città` below `Residenza` and again below `Domicilio`.
  const isGrouped = new Set(names).size < names.length;
  return (differs && (isSmall || isAlone)) || (isAlone && isGrouped);
}

/** Each name over the columns up to the next. */
function spread(names: readonly string[]): string[] {
  const groups: string[] = [];
  names.forEach((name, column) => groups.push(name || (groups[column - 1] ?? '')));
  return groups;
}

/** Names of groups above a heading, each over the columns up to the next: `Residenza` over `Via` and `Città`. */
function groupsAbove(line: Line | undefined, row: number): string[] {
  return line && line[0] === row - 1 && filled(line[1]).length > 1 ? spread(line[1]) : [];
}

/** The names of the columns; a name that stands twice has that of its group before it. */
function namesOf(names: readonly string[], groups: readonly string[]): string[] {
  const heads = names.map((name, column) => {
    const group = groups[column] ?? groups.at(-1) ?? '';
    return group && names.filter((other) => other === name).length > 1 ? `${group} ${name}`.trim() : name;
  });
  const cut = heads.map((head) => head.slice(0, MOST_HEAD));
  while (cut.at(-1) === '') cut.pop();
  return cut;
}

/** A heading over numbers of rows: they want none of their own. */
const COUNTED = /^(id|nr?|num(ero)?|prog(ressivo)?|riga|cod(ice)?)(?!\p{L})/iu;
/** The share of the rows that must be one cell wider than their heading. */
const WIDER = 0.9;

/**
 * The names over the cells of the rows, where the heading has one separator fewer: a column without a name stands first
 * where it numbers the rows, as statistics programs write them, else last.
 */
function aligned(heads: string[], below: readonly Line[]): string[] {
  const rows = below.slice(0, SEEN).map(([, cells]) => cells);
  const wider = rows.filter((cells) => cells.length === heads.length + 1 && cells.at(-1) !== '');
  if (rows.length === 0 || wider.length < rows.length * WIDER) return heads;
  const isNumbered =
    wider.length > 1 &&
    wider.every(
      ([first = '', ...rest], at) =>
        /^\d+$/.test(first) && rest.length > 0 && (at === 0 || Number(first) === Number(wider[at - 1]![0]) + 1),
    );
  if (isNumbered && !COUNTED.test(heads[0] ?? '')) return ['', ...heads];
  // `Panda,9900,50`: cents that a comma parted from their amount are no column.
  const isCents = wider.every((cells) => /^\d{1,2}$/.test(cells.at(-1)!) && /\d$/.test(cells.at(-2) ?? ''));
  return isCents ? heads : [...heads, ''];
}

/** The letter of a column, as spreadsheets name it. */
const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** The list whose heading ends in row `headRow` and has so many lines; without a heading its columns have letters. */
export function listAt(lines: readonly Line[], headRow: number, headLines: number): List {
  if (headLines === 0) {
    const width = lines.slice(0, SEEN).reduce((most, [, cells]) => Math.max(most, cells.length), 0);
    return { headRow: 0, headLines, heads: Array.from({ length: width }, (_, at) => `Colonna ${letterOf(at)}`) };
  }
  const at = lines.findIndex(([row]) => row === headRow);
  const last = lines[at]?.[1] ?? [];
  if (headLines === 2) {
    const first = lines[at - 1]?.[1] ?? [];
    const width = Math.max(first.length, last.length);
    const joined = Array.from({ length: width }, (_, n) => [first[n], last[n]].filter(Boolean).join(' '));
    return { headRow, headLines, heads: aligned(namesOf(joined, spread(first)), lines.slice(at + 1)) };
  }
  const heads = namesOf(last, groupsAbove(lines[at - 1], headRow));
  return { headRow, headLines, heads: aligned(heads, lines.slice(at + 1)) };
}

/** The list of a worksheet as it looks: titles above are passed over, a heading of two lines is joined. */
export function findList(lines: readonly Line[]): List {
  const at = headAt(lines);
  const isTwo = isSecondLine(lines, at);
  return listAt(lines, lines[isTwo ? at + 1 : at]![0], isTwo ? 2 : 1);
}

/** Totals and ends of lists. `Auto 2000` and `Fine Art` are firms: how many there are stands behind a sign. */
const TOTAL =
  /^(sub-?)?(totale|totali|tot\.?|somma)( (generale|complessivo|parziale|valore|righe|record|auto|clienti|articoli|euro))?:?$|^\(?\d+ (rows?|righe|record)\b|^(nr?\.|numero) ?(righe|record|clienti|auto|articoli)\b.*\d|^(righe|record)\b.*\d|^(clienti|auto|articoli)( \p{L}+){0,2}\s*[:=]\s*\d+$|^(stampat|elaborat|estratt)[oaie]( (il|in|da|alle)\b|:|$)|^pag(ina|ine|\.)? ?\d|^fine (elenco|lista|stampa|report|file|documento|estrazione|esportazione|dati)\b/iu;

/** A line that is drawn below a heading, and between rows. */
const RULE = /^[-=+|_]{3,}$/;

/** What each row is in a list with this heading; a heading that is printed again on each page is no row. */
export function partsOf(lines: readonly Line[], { headRow, headLines }: Pick<List, 'headRow' | 'headLines'>): Part[] {
  const width = widthOf(lines);
  const head = lines.find(([row]) => row === headRow)?.[1] ?? [];
  const isPrinted = headLines > 0 && filled(head).length > 1;
  const begins = lines.filter(([row]) => row <= headRow).length - headLines;
  const parts = lines.map(([row, cells], at): Part => {
    if (row <= headRow) return at < begins ? 'above' : 'head';
    const isAgain = isPrinted && cells.join('\n') === head.join('\n');
    return isAgain || filled(cells).every((cell) => RULE.test(cell)) ? 'head' : 'row';
  });
  const first = parts.indexOf('row');
  for (
    let at = lines.length - 1;
    at > Math.max(first, lines.length - 1 - MOST_TOTALS) && parts[at] === 'row';
    at -= 1
  ) {
    const cells = filled(lines[at]![1]);
    const isNote = width >= 4 && cells.length === 1 && cells[0]!.includes(' ');
    if (!isNote && !(TOTAL.test(cells[0] ?? '') && cells.length < width)) break;
    parts[at] = 'total';
  }
  return parts;
}
