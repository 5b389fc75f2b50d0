/** Records that are written in sections: who may write which section in which state. */
import type { Fields } from './fields.ts';
import {
  isBehind,
  refusalOf,
  stateIn,
  type Act,
  type ActionOf,
  type Actor,
  type FactsOf,
  type Machine,
} from './machine.ts';
import { covers, type Right } from './rights.ts';

/** Why sections of a record may not be changed, in Italian, by section; a section that is not named is open. */
export type Locks<Section extends string = string> = Readonly<Partial<Record<Section, string>>>;

/** Sections that are closed in some states, to everybody or except to some people. */
export interface Lock<S extends string = string, Section extends string = string, Facts = never> {
  /** Absent: all sections. */
  sections?: readonly Section[];
  /** Absent: every state. */
  in?: readonly S[];
  /** Absent: to everybody; else to these users alone, whatever they hold. */
  only?(facts: Facts, actor: Actor): readonly number[];
  /** Only of records of which this holds. */
  of?(facts: Facts): boolean;
  /** Except to people with this right for the record. */
  unless?: Right;
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
  acts: Machine<S, Facts>['acts'] & { readonly save: Act<S, Facts> };
  locks: readonly Lock<S, Section, Facts>[];
}

export type SectionOf<M extends Sectioned> = keyof M['sections'] & string;

/** A section that has fields, and so a call that saves it. */
export type SavedSection<M extends Sectioned> = Extract<
  SectionOf<M>,
  NonNullable<M['fields'][keyof M['fields']]['section']>
>;
export const savedSections = <M extends Sectioned>({ sections, fields }: M) =>
  Object.keys(sections).filter((name) =>
    Object.values(fields).some(({ section }) => section === name),
  ) as SavedSection<M>[];

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
    const why = refusal.code === 'conflict' ? refusal.message : (machine.acts.save.others ?? OTHERS);
    return Object.fromEntries(names.map((name) => [name, why])) as Locks<SectionOf<M>>;
  }
  const state = stateIn(machine.states, facts as { state: string }, actor.today);
  const isOwn = machine.owners(facts).includes(actor.id);
  const isOpen = ({ unless }: Lock) => unless !== undefined && covers(unless, actor.privileges, isOwn);
  const concerns = ({ in: states, only, of }: Lock<string, string, FactsOf<M>>) =>
    (states?.includes(state) ?? true) &&
    (of?.(facts) ?? true) &&
    (only === undefined || isBehind(actor, only(facts, actor)));
  const closed = machine.locks.filter((lock) => concerns(lock) && !isOpen(lock));
  const why = (name: string) => closed.find(({ sections }) => sections?.includes(name) ?? true)?.why;
  return Object.fromEntries(names.flatMap((name) => (why(name) ? [[name, why(name)]] : []))) as Locks<SectionOf<M>>;
}
