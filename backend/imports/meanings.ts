/** What the values of a file mean in the fields that have words: choices, yes or no, names of other records. */
import type { Field } from '#domain/record/fields.ts';
import { plain } from '../lib/records/import-rows.ts';
import type { Importable, Vocabulary } from '../lib/records/importable.ts';
import { bare, columnsOf } from './guess.ts';

/** The texts that a field takes; null: it has no words of its own. */
export function wordsOf(key: string, field: Field, vocabulary: Vocabulary): readonly string[] | null {
  if (vocabulary[key]) return vocabulary[key];
  if (field.kind === 'choice' || field.kind === 'many') return Object.values(field.words);
  return field.kind === 'flag' ? ['Sì', 'No'] : null;
}

const ALL = /^(tutt[aeio]|entramb[ei]|qualsiasi|all|both)$/i;
/**
 * The values that a cell of a field of several has: `N/U`, `Nuovo e usato`, `Tutti`; of any other field its cell. A
 * text that is known as a whole stays whole.
 */
export function valuesIn(field: Field, cell: string, isKnown: (value: string) => boolean): string[] {
  if (field.kind !== 'many' || isKnown(cell)) return [cell];
  if (ALL.test(cell.trim())) return Object.values(field.words);
  return cell
    .split(/\s*[,;|\n+]\s*/)
    .flatMap((part) => (isKnown(part) ? [part] : part.split(/\s*[/&]\s*|\s+(?:e|o|ed|and)\s+/i)))
    .filter(Boolean);
}

const yes = ['si', 's', '1', 'x', 'true', 'vero', 'yes', 'y', 'v', 'ok'];
const no = ['no', 'n', '0', 'false', 'falso', 'f'];

/** By field what a value means as far as it is known: by the field's own words, and by those of other programs. */
export type Known = (key: string, value: string) => { word: string; isOwn: boolean } | null;

export function knownOf(kind: Importable, vocabulary: Vocabulary): Known {
  const fields = Object.entries(columnsOf(kind)).flatMap(([key, field]) => {
    const words = wordsOf(key, field, vocabulary);
    return words ? [[key, tableOf(key, field, { words, kind })] as const] : [];
  });
  const tables = new Map(fields);
  return (key, value) => {
    const table = tables.get(key);
    if (!table || value === '') return null;
    const own = table.own.get(plain(value)) ?? table.own.get(bare(value));
    if (own !== undefined) return { word: own, isOwn: true };
    const word = table.others.get(bare(value)) ?? only(table.words, value);
    return word === undefined ? null : { word, isOwn: false };
  };
}

function tableOf(key: string, field: Field, { words, kind }: { words: readonly string[]; kind: Importable }) {
  const own = new Map(words.map((word) => [plain(word), word]));
  for (const word of words) if (!own.has(bare(word))) own.set(bare(word), word);
  const labels: Record<string, string> =
    field.kind === 'choice' || field.kind === 'many'
      ? { ...field.words }
      : field.kind === 'flag'
        ? { true: 'Sì', false: 'No' }
        : {};
  // A key is what our own API says; two letters or more, or it could be a code of the other program.
  for (const [value, label] of Object.entries(labels)) if (!own.has(plain(value))) own.set(plain(value), label);
  const others = new Map<string, string>();
  for (const [value, said] of Object.entries(kind.meanings?.[key] ?? {}))
    for (const text of said) others.set(bare(text), labels[value] ?? value);
  if (field.kind === 'flag')
    for (const [said, label] of [
      [yes, 'Sì'],
      [no, 'No'],
    ] as const)
      for (const text of said) own.set(text, label);
  return { words, own, others };
}

/** The only word that has all the words of a value: `Milano` means `Milano Brera` where no other place is in Milano. */
function only(words: readonly string[], value: string): string | undefined {
  const parts = plain(value)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > 2);
  if (parts.length === 0) return undefined;
  const found = words.filter((word) => {
    const own = plain(word).split(/[^\p{L}\p{N}]+/u);
    return parts.every((part) => own.includes(part));
  });
  return found.length === 1 ? found[0] : undefined;
}
