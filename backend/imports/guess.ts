/** Guesses which field each column of a file is: by what the company chose before, by its head, by its values. */
import { vatNumberIssue } from '#domain/customers/rules.ts';
import { headOf, shortOf, type Field, type Fields } from '#domain/record/fields.ts';
import { NOTE } from '#domain/imports/terms.ts';
import { plain } from '../lib/records/import-rows.ts';
import type { Importable } from '../lib/records/importable.ts';

/** Only letters and digits: `P. IVA` becomes `piva`, `CO₂` `co2`. */
export const bare = (text: string): string => plain(text.normalize('NFKD')).replace(/[^\p{L}\p{N}]/gu, '');

/** The fields that a column can be read as: those of the record, and what is read beside them. */
export const columnsOf = ({ of: { fields }, more = {} }: Pick<Importable, 'of' | 'more'>): Fields =>
  Object.fromEntries(Object.entries({ ...fields, ...more }).filter(([, field]) => headOf(field) !== null));

/** The field of a column, or of a key. */
export const fieldOf = ({ of: { fields }, more }: Importable, key: string): Field => (fields[key] ?? more?.[key])!;

/** Whether a key is the number of the record itself: other systems have numbers, too. */
export const isOwnNumber = ({ compared }: Importable, key: string): boolean => compared?.[key] === 'id';

/** Names of a field, the likeliest first. */
const namesOf = (key: string, field: Field, heads: readonly string[]) =>
  [field.head || field.label, field.label, shortOf(field), key, ...heads].map(bare);

/** Measures in their own right, numbers of days, and words that say all they mean: no beginnings of others. */
const NO_WORD = /^(cv|kw|hp|ps|ic|iv|gg|id|codice|nome|name|anno)$/;

/** Whether a heading resembles a name: `Prezzo di listino` for `Prezzo`, `Cod.` for `Codice`. */
const isLike = (head: string, name: string) =>
  (name.length > 3 && head.startsWith(name)) || (head.length > 2 && !NO_WORD.test(head) && name.startsWith(head));

/** What programs write before the names of their columns: `CLI_COGNOME`, `ANA_CAP`, `Articolo prezzo`. */
const PREFIX =
  /^(cli|cliente|clienti|ana|anag|anagrafica|an|vei|veicolo|auto|vettura|mezzo|art|articolo|usr|utente|dip|dipendente|gomma|pneu|srv|serv|servizio|stk|stock|us|usato|nu|nuovo|des|descr|txt|fld|campo)[\s_.:-]+(?=.{2})/i;

/** Whether `short` abbreviates `word`: its beginning, or letters of it in order from the first: `Cod`, `Prz`, `Dt`, `Stk`. */
function isShort(short: string, word: string): boolean {
  if (short.length < 2 || short[0] !== word[0] || NO_WORD.test(short)) return false;
  if (word.startsWith(short)) return true;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  // `Foto` is no short `fornitore`: what leaves letters out leaves vowels out, but for the last one of `Nro`.
  const [inner, last] = [short.slice(1, -1), short.at(-1)!];
  const isEnd = !/[aeiou]/.test(last) || (short.length > 2 && word.endsWith(last));
  return at === short.length && !/[aeiou]/.test(inner) && isEnd && short.length <= 5;
}

/** What a heading says of its amounts, not of which they are; `inUnit` reads it. */
const BESIDE = /\biva\s*(incl|compr|escl)\w*\.?|\b(eur|euro)\b|€|\(.*?\)/gi;
const partsOf = (head: string): string[] =>
  plain(head.replace(BESIDE, ' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '' && !/^(di|del|della|dell|il|la|da|al|e)$/.test(part));

/** Whether the words of a heading are, one after the other, those of a name, in full or abbreviated. */
function isInParts(head: readonly string[], name: readonly string[]): boolean {
  return (
    head.length === name.length &&
    head.length > 0 &&
    head.every((part, at) => part === name[at] || isShort(part, name[at]!))
  );
}

/** Shapes of values that only one field has, by the keys of such fields; the first that is free takes the column. */
const shapes: readonly { keys: readonly string[]; is: (value: string) => boolean }[] = [
  {
    keys: ['taxCode'],
    is: (value) => /^[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/i.test(value),
  },
  { keys: ['vatNumber'], is: (value) => /^(IT)?\d{11}$/i.test(value) && !vatNumberIssue(value.replace(/^IT/i, '')) },
  { keys: ['iban'], is: (value) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i.test(value) },
  { keys: ['pec'], is: (value) => /@(.*\.)?(pec|legalmail|arubapec|postacert)\b/i.test(value) },
  { keys: ['email'], is: (value) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(value) },
  { keys: ['vin'], is: (value) => /^(?=.*[A-Z])(?=.*\d)[A-HJ-NPR-Z0-9]{17}$/i.test(value) },
  { keys: ['plate'], is: (value) => /^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/i.test(value) },
  { keys: ['phone', 'phone2'], is: (value) => /^(\+39|0039)?3\d{8,9}$/.test(value) },
  { keys: ['cap'], is: (value) => /^(0\d|[1-9]\d)(?!000)\d{3}$/.test(value) && Number(value) <= 98_168 },
  { keys: ['size'], is: (value) => /^\d{3}\/\d{2}Z?R\d{2}/i.test(value) },
];
/** The share of a column's values that must have a shape. */
const MOST = 0.7;
const ENOUGH = 3;

/**
 * The field of each column: the one that the company chose last time, else the one of the same name, else the one whose
 * values it has, else the only one whose name begins like the heading. Each field is used once, for the first column.
 */
export function guess(
  kind: Importable,
  heads: readonly string[],
  before: ReadonlyMap<string, string | null>,
  samples: readonly (readonly string[])[] = [],
): (string | null)[] {
  const fields = Object.entries(columnsOf(kind)).map(([key, field]) => ({
    key,
    names: namesOf(key, field, kind.heads?.[key] ?? []),
    parts: [field.label, ...(kind.heads?.[key] ?? [])].map(partsOf),
  }));
  // Only the own export writes the number of a record, under its full name.
  const others = fields.filter(({ key }) => !isOwnNumber(kind, key));
  const keys = new Set(fields.map(({ key }) => key));
  const taken = new Set<string>();
  const found = new Map<number, string | null>();
  const pass = (find: (head: string, index: number) => string | null | undefined) =>
    heads.forEach((head, index) => {
      if (found.has(index) || head === '') return;
      const key = find(head, index);
      const isField = key !== null && key !== NOTE;
      if (key === undefined || (isField && (taken.has(key) || !keys.has(key)))) return;
      found.set(index, key);
      // Any number of columns become notes.
      if (isField) taken.add(key);
    });
  /**
   * The free field in whose names the heading stands earliest: `Tel.` means the first telephone rather than the
   * chassis (telaio).
   */
  const ranksOf = (head: string) =>
    fields
      .flatMap(({ key, names }) => {
        const rank = taken.has(key) ? -1 : names.indexOf(bare(head));
        return rank < 0 ? [] : [{ key, rank }];
      })
      .toSorted((a, b) => a.rank - b.rank);
  const named = (head: string) => ranksOf(head)[0]?.key;
  /**
   * The same, where no other heading has a better name for that field and none else: `Versione` beside `Modello`. Of
   * telephones there is a second one.
   */
  const bestNamed = (head: string) =>
    ranksOf(head).find(
      ({ key, rank }) =>
        key === 'phone' ||
        !heads.some((other, at) => {
          const [one, ...more] = found.has(at) ? [] : ranksOf(other);
          return one?.key === key && one.rank < rank && more.length === 0;
        }),
    )?.key;
  pass((head) => before.get(plain(head)) ?? undefined);
  pass(bestNamed);
  pass(named);
  pass((head) => (PREFIX.test(head) ? named(head.replace(PREFIX, '')) : undefined));
  /** The only free field of whose names the heading is an abbreviation. */
  const inParts = (head: string) => {
    const said = partsOf(head);
    const like = others.filter(({ key, parts }) => !taken.has(key) && parts.some((name) => isInParts(said, name)));
    return like.length === 1 ? like[0]!.key : undefined;
  };
  const abbreviated = (head: string) =>
    inParts(head) ?? (PREFIX.test(head) ? inParts(head.replace(PREFIX, '')) : undefined);
  // Beside a code stands what it means: `COD_VEND;DES_VEND`.
  pass((head) => (partsOf(head)[0] === 'cod' ? undefined : abbreviated(head)));
  pass(abbreviated);
  // A column with a field's own name is mapped even if the company left it out last time.
  pass((head) => before.get(plain(head)));
  pass((_, index) => {
    const values = (samples[index] ?? []).map((value) => (value.includes('@') ? value : value.replace(/[\s.-]/g, '')));
    if (values.length < ENOUGH) return undefined;
    const fits = shapes.find(({ is }) => values.filter(is).length >= values.length * MOST);
    return fits?.keys.find((key) => keys.has(key) && !taken.has(key));
  });
  pass((head, index) => {
    // The same heading again does not count as another column.
    if (heads.some((other, at) => at < index && bare(other) === bare(head))) return undefined;
    const like = others.filter(({ key, names }) => !taken.has(key) && names.some((name) => isLike(bare(head), name)));
    return like.length === 1 ? like[0]!.key : undefined;
  });
  return heads.map((_, index) => found.get(index) ?? null);
}
