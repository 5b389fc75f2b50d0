import type { Missing } from '../errors.ts';
import type { Fields } from './fields.ts';
import { covers, sees, type Right, type Rights } from './rights.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

export interface State {
  /** Italian; the same word everywhere. */
  label: string;
  tone: Tone;
  /** Only for a state that depends on the day, such as expired: the state that stays stored. */
  of?: string;
  /** With `of`: the fact with the last day before this state begins. */
  after?: string;
  /** With `of`: the fact with the day on which this state ends and the stored one begins. */
  until?: string;
}
export type States<S extends string = string> = Readonly<Record<S, State>>;

/** A condition of a step beside the state, and the sentence when it is not met. */
export interface Guard<Facts> {
  /** `today`: the day in Rome. */
  holds(facts: Facts, today: string): boolean;
  refused: string;
  /** Where the missing value is entered: a section of the record, and a field. */
  section?: string;
  field?: string;
}

/** Something that a person can do with a record in some of its states. */
export interface Act<S extends string = string, Facts = unknown> {
  from: readonly S[];
  may: Right;
  guards?: readonly Guard<Facts>[];
  /** Whatever else the record lacks for it, where that depends on its contents; all of it is said at once. */
  lacks?(facts: Facts, today: string): readonly Missing[];
  /** The users who may not do it with this record, whatever they hold: who sells does not validate. */
  notBy?(facts: Facts, actor: Actor): readonly number[];
  /** What the call takes, of a move beside the reason; a dialog asks for it. */
  takes?: Fields;
  /** Sentence after success; the page fills in `{names}`. An act that has none is done by controls of its own. */
  done?: string;
  /** Text of its button. */
  label: string;
  /** Verb phrase in the activity, after the person's name. */
  did: string;
  /** Why it is refused, by state. */
  refused: { readonly [state in S]?: string } & { else: string };
  /**
   * Why it is refused to a person who may not do it with this record; absent: a general refusal, which does not say
   * that others may.
   */
  others?: string;
}

/** An act that leads to another state. */
export interface Move<S extends string = string, Facts = unknown> extends Act<S, Facts> {
  /** Null: the state stays, and the record ends (`ended`). */
  to: S | null;
  /** Another target while the record says so. */
  orTo?: { to: S; when(facts: Facts): boolean };
  /** What is wrong with what it takes, by field, as the record stands. */
  wrong?(facts: Facts, taken: Readonly<Record<string, unknown>>): Record<string, string>;
  done: string;
  /** A reason is required: codes with labels, and those that need a note. */
  reasons?: Readonly<Record<string, string>>;
  noteFor?: readonly string[];
  /** A reason from the company's own list is required (backend/lib/records/reasons.ts). */
  ownReasons?: true;
  /**
   * A second person with this right must approve: the first call asks for the move, and `asked` of the record then says
   * so (move → user); the call of the second person makes the move. `waits`: the sentence for the person who asked.
   */
  second?: { may: Right; waits: string };
}

/** A change of state without a person's call: an event of another area causes it. */
export interface Effect<S extends string = string> {
  from: readonly S[];
  to: S;
  by: string;
  did: string;
}

/** The states of an area's records and their moves: plain data that lists, heads, endpoints and the backend read. */
export interface Machine<S extends string = string, Facts = unknown> {
  /** Name in the audit and in the history of states. */
  entity: string;
  /** Path of its calls: `/quotes`. */
  path: string;
  rights: Rights;
  states: States<S>;
  initial: S;
  /** The users who own the record. */
  owners(facts: Facts): readonly number[];
  /** Why nothing is done with the record any more, whatever its state; null while it goes on. */
  ended?(facts: Facts): string | null;
  moves: Readonly<Record<string, Move<S, Facts> | Effect<S>>>;
  /** Acts that do not change the state. */
  acts: Readonly<Record<string, Act<S, Facts>>>;
}

export type FactsOf<M extends Machine> = Parameters<M['owners']>[0];
/** The moves that people make: each is a call. */
export type MoveOf<M extends Machine> = {
  [K in keyof M['moves'] & string]: M['moves'][K] extends { by: string } ? never : K;
}[keyof M['moves'] & string];
/** The moves that need a second person's approval. */
export type SecondOf<M extends Machine> = {
  [K in MoveOf<M>]: M['moves'][K] extends { second: object } ? K : never;
}[MoveOf<M>];
export type ActionOf<M extends Machine> = MoveOf<M> | (keyof M['acts'] & string);
/** What one press does, or one dialog: the moves that people make, and the acts that say what was done. */
export type StepOf<M extends Machine> =
  | MoveOf<M>
  | { [K in keyof M['acts'] & string]: M['acts'][K] extends { done: string } ? K : never }[keyof M['acts'] & string];

/** The person who asks, and the day in Rome. */
export interface Actor {
  id: number;
  /** Every account behind which the same person may stand: the tokens they answered for, who answered for this token. */
  selves?: readonly number[];
  privileges: readonly number[];
  today: string;
}

/** Whether the person is behind any of these accounts. What only a second person may do asks this, never an id. */
export const isBehind = ({ id, selves = [] }: Pick<Actor, 'id' | 'selves'>, users: readonly number[]): boolean =>
  users.some((user) => user === id || selves.includes(user));

/** A reason that somebody writes says something: three letters at least. A full stop, "--" and "123" are none. */
export const REASON = /\p{L}[^]*\p{L}[^]*\p{L}/u;

/** Whether a text can be a reason. */
export const saysWhy = (text: string | null | undefined): boolean => REASON.test(text ?? '');

export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

/** The moves that people make, in the order of the machine. */
export const movesOf = <M extends Machine>({ moves }: M) =>
  keysOf(moves).filter((name) => !('by' in moves[name]!)) as MoveOf<M>[];

/** The state on a day in Rome: the stored one, or the one that follows from it before or after its day. */
export function stateIn<S extends string>(states: States<S>, facts: { state: S }, day: string): S {
  const { state } = facts;
  const days = facts as Readonly<Record<string, unknown>>;
  const isOver = ({ after }: State) => after !== undefined && String(days[after] ?? day) < day;
  const isAhead = ({ until }: State) => until !== undefined && String(days[until] ?? day) > day;
  const holds = (one: State) => one.of === state && (isOver(one) || isAhead(one));
  return keysOf(states).find((key) => holds(states[key])) ?? state;
}

/** The facts of a record that every machine reads. */
interface AnyFacts {
  state: string;
  asked?: Readonly<Record<string, number>>;
}

interface Forbidden {
  code: 'forbidden';
  message?: string;
  missing?: never;
}

/**
 * Why somebody may not do something: `missing` is everything that broken guards require; the first one is the message.
 */
export type Refusal = { code: 'conflict'; message: string; missing?: Missing[] } | Forbidden;

/** Everything that prevents a step, whatever the record's state and whoever asks. */
const missingIn = <F>({ guards = [], lacks }: Act<string, F>, facts: F, today: string): Missing[] => [
  ...guards
    .filter((guard) => !guard.holds(facts, today))
    .map(({ refused: sentence, section, field }) => ({
      sentence,
      ...(section && { section }),
      ...(field && { field }),
    })),
  ...(lacks?.(facts, today) ?? []),
];

/**
 * Why the actor may not do it with the record now; null if allowed. `conflict` when state or a guard forbids it to
 * everybody, `forbidden` when only the actor may not.
 */
export function refusalOf<M extends Machine>(
  machine: M,
  facts: FactsOf<M>,
  actor: Actor,
  action: ActionOf<M>,
): Refusal | null {
  const ended = machine.ended?.(facts);
  if (ended) return { code: 'conflict', message: ended };
  const missing = missingIn((machine.moves[action] ?? machine.acts[action]) as Move, facts, actor.today);
  if (missing[0]) return { code: 'conflict', message: missing[0].sentence, missing };
  return barOf(machine, facts, actor, action);
}

/** Why state or right forbid an action, whatever its guards require. */
function barOf<M extends Machine>(machine: M, facts: FactsOf<M>, actor: Actor, action: ActionOf<M>): Refusal | null {
  const { id, privileges, today } = actor;
  const step = (machine.moves[action] ?? machine.acts[action]) as Move;
  const ended = machine.ended?.(facts);
  if (ended) return { code: 'conflict', message: ended };
  const told = facts as AnyFacts;
  const state = stateIn(machine.states, told, today);
  if (!step.from.includes(state)) return { code: 'conflict', message: step.refused[state] ?? step.refused.else };
  const isOwn = machine.owners(facts).includes(id);
  const asker = step.second && told.asked?.[action];
  if (asker && isBehind(actor, [asker])) return { code: 'conflict', message: step.second!.waits };
  const may = step.second && asker !== undefined ? step.second.may : step.may;
  const open = sees(machine.rights, privileges, isOwn, told.state) && covers(may, privileges, isOwn);
  const barred = [...(step.notBy?.(facts, actor) ?? []), ...(may.othersOnly ? machine.owners(facts) : [])];
  if (open && !isBehind(actor, barred)) return null;
  return { code: 'forbidden', ...(step.others && { message: step.others }) };
}

/** What the actor may do with the record now: lists, heads and the server use the same answer. */
export const actionsOf = <M extends Machine>(machine: M, facts: FactsOf<M>, actor: Actor): ActionOf<M>[] =>
  ([...movesOf(machine), ...keysOf(machine.acts)] as ActionOf<M>[]).filter(
    (action) => refusalOf(machine, facts, actor, action) === null,
  );

/**
 * What state and rights allow, whatever is still missing for it: a press says what. `facts` need only what states,
 * owners and rights read.
 */
export const offeredOf = <M extends Machine>(machine: M, facts: unknown, actor: Actor): ActionOf<M>[] =>
  ([...movesOf(machine), ...keysOf(machine.acts)] as ActionOf<M>[]).filter(
    (action) => barOf(machine, facts as FactsOf<M>, actor, action) === null,
  );

/** The states to which a move may lead a record in the state `from`. */
export const targetsOf = (move: Move | Effect, from: string): string[] => [
  move.to ?? from,
  ...('orTo' in move && move.orTo ? [move.orTo.to] : []),
];

/** The state to which a move leads this record. */
export function targetOf(move: Move | Effect, facts: { state: string }): string {
  if ('orTo' in move && move.orTo?.when(facts)) return move.orTo.to;
  return move.to ?? facts.state;
}

/** The activity's verb phrase for the move from one state to another; null when there is none. */
export const didBetween = ({ moves }: Machine, from: string | null, to: string): string | null =>
  Object.values(moves).find(
    (move) => from !== null && targetsOf(move, from).includes(to) && (move.from as readonly unknown[]).includes(from),
  )?.did ?? null;

/** The activity's verb phrases of every move and act, and of requests for those that need a second person. */
export const didOf = ({ moves, acts }: Machine): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...moves, ...acts }).flatMap(([name, step]) => {
      if (!('second' in step)) return [[name, step.did]];
      const asked = `«${step.label}», che aspetta una seconda persona`;
      return [
        [name, step.did],
        [`${name}_asked`, `ha chiesto ${asked}`],
        [`${name}_taken_back`, `ha ritirato la richiesta di ${asked}`],
      ];
    }),
  );
