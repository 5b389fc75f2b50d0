/**
 * Checks the actions in a PDF's objects: only moving within the document and opening an address by a click are allowed.
 */
import { Unreadable, type PdfDict, type PdfValue } from './pdf-objects.ts';

/** The PDF contains something that is not allowed. */
export class Forbidden extends Error {}

/** Keys of actions. `A` of a link waits for a click; all others may run by themselves. */
const ACTS = new Set(['A', 'PA', 'Next', 'OpenAction']);
const PAGES = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
/** Keys that a dictionary may contain only once: some readers take the first value, others the last. */
const ONCE = new Set([
  ...ACTS,
  'AA',
  'S',
  'N',
  'URI',
  'Base',
  'Type',
  'Subtype',
  'Filter',
  'DecodeParms',
  'First',
  'F',
]);
/** Web, mail and telephone addresses; anything else is a file or a program. */
const ADDRESS = /^(https?:\/\/|mailto:|tel:|www\.)/i;

/** Keys by which a stream refers to an external file or to a page of another document. */
const ELSEWHERE = ['F', 'FFilter', 'Ref', 'OPI'];

export const valueOf = ({ entries }: PdfDict, key: string): PdfValue | undefined =>
  entries.find(([name]) => name === key)?.[1];
const nameOf = (value: PdfValue | undefined) => (value?.kind === 'name' ? value.text : null);

/**
 * The kind of an action. `inside`: moves within the document; `address`: opens an address; `other`: anything else, also
 * what is no action. Null: the dictionary has no kind.
 */
function kindOf(dict: PdfDict): 'inside' | 'address' | 'other' | null {
  const kind = valueOf(dict, 'S');
  if (!kind) return null;
  const name = nameOf(kind);
  if (name === 'GoTo' || (name === 'Named' && PAGES.has(nameOf(valueOf(dict, 'N')) ?? ''))) return 'inside';
  return name === 'URI' ? 'address' : 'other';
}

/**
 * The findings about a file, once all its objects have been looked at, by their numbers. Old versions of an object
 * count as well.
 */
export interface Actions {
  /** Looks at one object; throws `Forbidden` for a forbidden action, or for a stream in an external file. */
  look(id: number, value: PdfValue, isStream?: boolean): void;
  /** How often a name was found. */
  met(name: string): number;
  /** Throws `Forbidden` when an object is used in a place where its action is not allowed. */
  conclude(): void;
}

/** An empty record of findings. */
export function createActions(watched: readonly string[]): Actions {
  const names = new Map(watched.map((name) => [name, 0]));
  /** Objects that open addresses, objects of other kinds, and dictionaries. */
  const [addresses, others, dicts] = [new Set<number>(), new Set<number>(), new Set<number>()];
  /** Objects that are used as actions, as lists of actions, and anywhere else than behind a link. */
  const [acted, additional, elsewhere] = [new Set<number>(), new Set<number>(), new Set<number>()];

  const meet = (name: string) => {
    if (names.has(name)) names.set(name, names.get(name)! + 1);
  };

  const mustBeAddress = (value: PdfValue | undefined) => {
    const text = value?.kind === 'dict' ? (valueOf(value, 'Base') ?? { kind: 'text', text: 'www.' }) : value;
    if (text?.kind !== 'text' || !ADDRESS.test(text.text)) throw new Forbidden();
  };

  const act = (value: PdfValue, isPressed: boolean) => {
    if (value.kind === 'list') for (const item of value.items) act(item, false);
    else if (value.kind === 'ref') {
      acted.add(value.id);
      if (!isPressed) elsewhere.add(value.id);
    } else if (value.kind === 'dict') {
      const kind = kindOf(value);
      if (kind === 'other' || (kind === 'address' && !isPressed)) throw new Forbidden();
      walk(value);
    } else walk(value);
  };

  const additions = (value: PdfValue) => {
    if (value.kind === 'ref') additional.add(value.id);
    else if (value.kind !== 'word' && (value.kind !== 'dict' || value.entries.length > 0)) throw new Forbidden();
  };

  function enter(dict: PdfDict): void {
    const keys = dict.entries.map(([key]) => key).filter((key) => ONCE.has(key));
    if (new Set(keys).size < keys.length) throw new Unreadable();
    const isLink = nameOf(valueOf(dict, 'Subtype')) === 'Link';
    if (kindOf(dict) === 'address' && !valueOf(dict, 'URI')) throw new Forbidden();
    for (const [key, value] of dict.entries) {
      meet(key);
      if (key === 'URI') mustBeAddress(value);
      if (key === 'AA') additions(value);
      if (ACTS.has(key)) act(value, isLink && key === 'A');
      else child(value);
    }
  }

  /** Checks a value where no action is expected: one that opens an address there is meant to be overlooked. */
  const child = (value: PdfValue) => {
    if (value.kind === 'dict' && kindOf(value) === 'address') throw new Forbidden();
    walk(value);
  };

  function walk(value: PdfValue): void {
    if (value.kind === 'name') meet(value.text);
    if (value.kind === 'ref') elsewhere.add(value.id);
    if (value.kind === 'list') for (const item of value.items) child(item);
    if (value.kind === 'dict') enter(value);
  }

  const meets = (some: Set<number>, others: Set<number>) => [...some].some((id) => others.has(id));

  return {
    look(id, value, isStream = false) {
      if (value.kind === 'dict') {
        if (isStream && ELSEWHERE.some((key) => valueOf(value, key))) throw new Forbidden();
        if (!isStream) dicts.add(id);
        const kind = kindOf(value);
        if (kind === 'address') addresses.add(id);
        if (kind === 'other') others.add(id);
      }
      walk(value);
    },
    met: (name) => names.get(name)!,
    conclude() {
      if (meets(acted, others) || meets(addresses, elsewhere) || meets(additional, dicts)) throw new Forbidden();
    },
  };
}
