/** Records that are written in sections: who may write which section in which state. */
import type { Fields } from './fields.ts';
import { refusalOf, stateIn, type ActionOf, type Actor, type FactsOf, type Machine } from './machine.ts';

/** Why sections of a record may not be changed, in Italian, by section; a section that is not named is open. */
export type Locks<Section extends string = string> = Readonly<Partial<Record<Section, string>>>;

/** Sections that are closed in some states, except to people with one of some privileges. */
export interface Lock<S extends string = string, Section extends string = string> {
  /** Absent: all sections. */
  sections?: readonly Section[];
  /** Absent: every state. */
  in?: readonly S[];
  unless?: readonly number[];
  /** The reason in Italian, for people who find them closed. */
  why: string;
}

/** A machine whose records are written in sections; each field names its section. */
export interface Sectioned<S extends string = string, Facts = unknown, Section extends string = string> extends Machine<
  S,
  Facts
> {
  sections: Readonly<Record<Section, string>>;
  fields: Fields;
  locks: readonly Lock<S, Section>[];
}

export type SectionOf<M extends Sectioned> = keyof M['sections'] & string;

/** The fields of one section. */
export const sectionFields = ({ fields }: Pick<Sectioned, 'fields'>, section: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.section === section));

const OTHERS = 'La può cambiare solo chi ne ha il permesso.';

/**
 * The sections that the actor may not write now, each with the sentence that says why: all when the record may not be
 * saved, else those that a lock closes. Form, server and tests use it.
 */
export function locksOf<M extends Sectioned>(machine: M, facts: FactsOf<M>, actor: Actor): Locks<SectionOf<M>> {
  const names = Object.keys(machine.sections) as SectionOf<M>[];
  const refusal = refusalOf(machine, facts, actor, 'save' as ActionOf<M>);
  if (refusal) {
    const why = refusal.code === 'conflict' ? refusal.message : (machine.acts.save?.others ?? OTHERS);
    return Object.fromEntries(names.map((name) => [name, why])) as Locks<SectionOf<M>>;
  }
  const state = stateIn(machine.states, facts as { state: string }, actor.today);
  const closed = machine.locks.filter(
    (lock) => (lock.in?.includes(state) ?? true) && !lock.unless?.some((number) => actor.privileges.includes(number)),
  );
  const why = (name: string) => closed.find(({ sections }) => sections?.includes(name) ?? true)?.why;
  return Object.fromEntries(names.flatMap((name) => (why(name) ? [[name, why(name)]] : []))) as Locks<SectionOf<M>>;
}
