import { typed, type Fields } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';

export interface SectionSpec<Value, Section extends string = string> {
  name: Section;
  label: string;
  /** First parts of the paths in this section: keys of the value, and further names that the rules use. */
  holds: readonly string[];
  /** Is the section filled in? */
  done(value: Value): boolean;
}

/** What defines a large record. */
export interface RecordSpec<Value, Section extends string = string> {
  /** Sections in the order of the page. An entry of no section belongs to the first section that holds any. */
  sections: readonly SectionSpec<Value, Section>[];
  /** Paths whose message stands at a field of their own. */
  ownField: RegExp;
  words: {
    index: string;
    /** Badge text of a record that is not yet on the server; `saved` contains the time. */
    fresh: string;
    saved: string;
  };
}

export interface IndexRow {
  name: string;
  label: string;
  state: 'open' | 'done' | 'wrong';
  locked: string | undefined;
}

/** The keys of the typed fields of each section, in order. */
export const heldBy = <Section extends string>(
  fields: Fields,
  sections: Readonly<Record<Section, string>>,
): Record<Section, string[]> => {
  const held = (name: Section) => typed(fields).flatMap(([key, { section }]) => (section === name ? [key] : []));
  return Object.fromEntries(keysOf(sections).map((name) => [name, held(name)])) as Record<Section, string[]>;
};

/** Is an entry filled in? */
export const says = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'string' ? value.trim() !== '' : value !== null;

/**
 * The sections of a record, in the order of `holds`. A section is done when one of its entries is filled in, or when
 * `done` says so.
 */
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
