import type { Missing } from './errors.ts';
import { covers, sees, type Right, type Rights } from './rights.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

export interface State {
  /** Italian, the same word everywhere. */
  label: string;
  tone: Tone;
  /** Only for a state that follows from the day, such as expired: the state that stays stored. */
  of?: string;
  /** With `of`: the fact whose day, once it lies behind, brings this state. */
  after?: string;
}
export type States<S extends string = string> = Readonly<Record<S, State>>;

/** A condition for a step beside the state, and the sentence for whoever it refuses. */
export interface Guard<Facts> {
  holds(facts: Facts): boolean;
  refused: string;
  /** Where what it wants is entered: a section of the record, and a field. */
  section?: string;
  field?: string;
}

/** Something that a person does with a record in some of its states. */
export interface Act<S extends string = string, Facts = unknown> {
  from: readonly S[];
  may: Right;
  guards?: readonly Guard<Facts>[];
  /** On its button. */
  label: string;
  /** In the activity, after the person's name. */
  did: string;
  /** Why it is refused, by state. */
  refused: { readonly [state in S]?: string } & { else: string };
  /** Why it is refused to who may not do it with this one; absent: that others may is not said. */
  others?: string;
}

/** An act that leads to another state. */
export interface Move<S extends string = string, Facts = unknown> extends Act<S, Facts> {
  to: S;
  /** When it is done; `{names}` are filled in by the page. */
  done: string;
  /** A reason that must be given: its codes with labels, and which of them need a note. */
  reasons?: Readonly<Record<string, string>>;
  noteFor?: readonly string[];
  /** A reason of the company's own list must be given (backend/lib/reasons.ts). */
  ownReasons?: true;
  /**
   * Somebody else with this right must say yes: the first call asks for it, as `asked` of the record then says (move → who), and the call
   * of the other makes the move. `waits`: what who has asked is told meanwhile.
   */
  second?: { may: Right; waits: string };
}

/** A change of state that nobody asks for: the event of another area makes it. */
export interface Effect<S extends string = string> {
  from: readonly S[];
  to: S;
  by: string;
  did: string;
}

/** The states of an area's records and what may happen to them: plain data that lists, heads, endpoints and the mover read. */
export interface Machine<S extends string = string, Facts = unknown> {
  /** In the audit and in the history of states. */
  entity: string;
  /** Of its calls: `/quotes`. */
  path: string;
  rights: Rights;
  states: States<S>;
  initial: S;
  /** The users whose own record it is. */
  owners(facts: Facts): readonly number[];
  moves: Readonly<Record<string, Move<S, Facts> | Effect<S>>>;
  /** Acts that do not change the state. */
  acts: Readonly<Record<string, Act<S, Facts>>>;
}

export type FactsOf<M extends Machine> = Parameters<M['owners']>[0];
/** The moves that persons make: each is a call. */
export type MoveOf<M extends Machine> = {
  [K in keyof M['moves'] & string]: M['moves'][K] extends { by: string } ? never : K;
}[keyof M['moves'] & string];
export type ActionOf<M extends Machine> = MoveOf<M> | (keyof M['acts'] & string);

/** Who asks, and on which day in Rome. */
export interface Actor {
  id: number;
  privileges: readonly number[];
  today: string;
}

export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

/** The moves that persons make, in the order of the machine. */
export const movesOf = <M extends Machine>({ moves }: M) =>
  keysOf(moves).filter((name) => !('by' in moves[name]!)) as MoveOf<M>[];

/** The state as seen on a day in Rome: the stored one, or the one that follows from it once its day lies behind. */
export function stateIn<S extends string>(states: States<S>, facts: { state: S }, day: string): S {
  const { state } = facts;
  const days = facts as Readonly<Record<string, unknown>>;
  const isOver = ({ of, after }: State) => of === state && after !== undefined && String(days[after] ?? day) < day;
  return keysOf(states).find((key) => isOver(states[key])) ?? state;
}

/** What a record tells of itself to every machine. */
interface Told {
  state: string;
  asked?: Readonly<Record<string, number>>;
}

/** Why somebody may not do something: `missing` is all that a broken guard wants, the first of them being the message. */
export type Refusal = { code: 'conflict'; message: string; missing?: Missing[] } | { code: 'forbidden' };

/** All that keeps a step from being done whatever the record's state, whoever asks. */
const missingIn = <F>(guards: readonly Guard<F>[] = [], facts: F): Missing[] =>
  guards
    .filter((guard) => !guard.holds(facts))
    .map(({ refused: sentence, section, field }) => ({
      sentence,
      ...(section && { section }),
      ...(field && { field }),
    }));

/**
 * Why the actor may not do it with the record now, or null: `conflict` where its state or a guard is against it, whoever asks;
 * `forbidden` where only the actor is.
 */
export function refusalOf<M extends Machine>(
  machine: M,
  facts: FactsOf<M>,
  { id, privileges, today }: Actor,
  action: ActionOf<M>,
): Refusal | null {
  const step = (machine.moves[action] ?? machine.acts[action]) as Move;
  const told = facts as Told;
  const state = stateIn(machine.states, told, today);
  const missing = missingIn(step.guards, facts);
  if (missing[0]) return { code: 'conflict', message: missing[0].sentence, missing };
  if (!step.from.includes(state)) return { code: 'conflict', message: step.refused[state] ?? step.refused.else };
  const isOwn = machine.owners(facts).includes(id);
  const asker = step.second && told.asked?.[action];
  if (step.second && asker === id) return { code: 'conflict', message: step.second.waits };
  const may = step.second && asker !== undefined ? step.second.may : step.may;
  const open = sees(machine.rights, privileges, isOwn, told.state) && covers(may, privileges, isOwn);
  return open ? null : { code: 'forbidden' };
}

/** What the actor may do with the record now: the same answer for lists, heads and the server. */
export const actionsOf = <M extends Machine>(machine: M, facts: FactsOf<M>, actor: Actor): ActionOf<M>[] =>
  ([...movesOf(machine), ...keysOf(machine.acts)] as ActionOf<M>[]).filter(
    (action) => refusalOf(machine, facts, actor, action) === null,
  );

/** The activity verb of the move that leads from one state to another; null where none does. */
export const didBetween = ({ moves }: Machine, from: string | null, to: string): string | null =>
  Object.values(moves).find((move) => move.to === to && (move.from as readonly unknown[]).includes(from))?.did ?? null;

/** Activity verbs of every move and act. */
export const didOf = ({ moves, acts }: Machine): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...moves, ...acts }).map(([name, { did }]) => [name, did]));
