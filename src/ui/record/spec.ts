import type { Fields } from '#domain/fields.ts';
import { keysOf } from '#domain/machine.ts';

export interface SectionSpec<Value, Section extends string = string> {
  name: Section;
  label: string;
  /** First words of the paths that stand in it: keys of the value, and what the rules name beside them. */
  holds: readonly string[];
  /** Does it say something? */
  done(value: Value): boolean;
}

/** What a large record is made of. */
export interface RecordSpec<Value, Section extends string = string> {
  /** In their order on the page. What no section holds belongs to the first that holds anything. */
  sections: readonly SectionSpec<Value, Section>[];
  /** Paths whose message stands at a field of their own. */
  ownField: RegExp;
  /** Has each section a version of its own on the server? */
  versionBySection?: boolean;
  words: {
    /** Name of the index. */
    index: string;
    /** Not yet on the server; `saved` has the time. */
    fresh: string;
    saved: string;
  };
}

/** A line of the index. */
export interface IndexRow {
  name: string;
  label: string;
  state: 'open' | 'done' | 'wrong';
  locked: string | undefined;
}

/** The keys of the fields of each section, in their order. */
export const heldBy = <Section extends string>(
  fields: Fields,
  sections: Readonly<Record<Section, string>>,
): Record<Section, string[]> => {
  const held = (name: Section) => Object.keys(fields).filter((key) => fields[key]!.section === name);
  return Object.fromEntries(keysOf(sections).map((name) => [name, held(name)])) as Record<Section, string[]>;
};

/** Does an entry say something? */
export const says = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'string' ? value.trim() !== '' : value !== null;

/** The sections of a record, in the order of `holds`; each is done as soon as one of its entries says something, or as `done` has it. */
export const sectionsOf = <Value extends object, Section extends string>(
  holds: Readonly<Record<Section, readonly string[]>>,
  labels: Readonly<Record<Section, string>>,
  done: { readonly [S in Section]?: (value: Value) => boolean } = {},
): SectionSpec<Value, Section>[] =>
  keysOf(holds).map((name) => ({
    name,
    label: labels[name],
    holds: holds[name],
    done: done[name] ?? ((value) => holds[name].some((key) => says(value[key as keyof Value]))),
  }));
