import { createElement, lazy } from 'react';
import { computed, type ReadableAtom } from 'nanostores';
import type { Missing } from '#domain/errors.ts';
import {
  movesOf,
  refusalOf,
  type ActionOf,
  type Actor,
  type FactsOf,
  type Machine,
  type Move,
  type MoveOf,
  type StepOf,
} from '#domain/record/machine.ts';
import type { OwnReason } from '#domain/record/own-reasons.ts';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { toast } from '#site/ui/toast.ts';
import type { Saved } from './ledger.ts';
import type { Versioned } from './own-saves.ts';
import type { Step } from '../page/useSteps.tsx';
import type { MoveDialogProps } from '../page/MoveDialog.tsx';

const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));
const MoveDialog = lazy(() => import('../page/MoveDialog.tsx'));

/** A saved record; `asked`: who asked for a move that waits for a second person; `offered`: what the person may do with it. */
type Asking = Pick<Saved, 'id' | 'version'> & {
  state?: string;
  asked?: Readonly<Record<string, number>>;
  offered?: readonly string[];
};

/** The record whose moves are offered: one that saves by itself (`createCourse`), or one that does not (`createRecord`). */
export interface Movable<Current> {
  $saved: ReadableAtom<Current | null>;
  /** Runs a move over the record as the person saw it, shows what it answers, and says that it is `done`. True: it is. */
  attempt(work: (seen: Current) => Promise<Current | void>, done?: string): Promise<boolean>;
  adopt(now: Current): void;
  /** Says why a step is refused. */
  miss(refusal: { message: string; missing?: readonly Missing[] | undefined }): void;
  /** What is saved now, where a call is refused because somebody else saved first. */
  currentOf(error: unknown): Current | undefined;
  /** Where the page saves by itself: is something typed and not saved, and saves it. True: all is saved. */
  autosave?: { unsaved(): boolean; flush(): Promise<boolean> };
  /** Where the page saves beside its moves: did only its own saves change the record in between? */
  ownBetween?: (left: Versioned, now: Versioned) => boolean;
}

type Back<M extends Machine, Current> = StepOf<M> | ((seen: Current) => Promise<Current>);
/** What the dialog of a step knows of its record; null: this record leaves nothing to ask. */
export type Known = Pick<
  MoveDialogProps,
  'title' | 'verb' | 'also' | 'hidden' | 'initial' | 'layout' | 'note' | 'check'
>;

interface Moving<M extends Machine, Current> {
  machine: M;
  /** Who looks at the page; needed where a move needs a second person, or the page knows the facts. */
  actor?: Actor;
  /** Does it over the version that the person saw; `body` is the reason and what else it takes. */
  make(name: StepOf<M>, seen: Current, body?: object): Promise<Current>;
  /** Takes the own request for a move back; needed where a move needs a second person. */
  takeBack?: (name: MoveOf<M>, seen: Current) => Promise<Current>;
  /** The machine's facts, where the page knows them: it then says what is missing; otherwise the server does. */
  factsOf?: (saved: Current) => FactsOf<M>;
  /** What undoes a step: a call, or another step where the person may take it and it leads back to the state before. */
  back?: { readonly [Name in StepOf<M>]?: Back<M, Current> };
  /** Whether the opposite step would leave something lost that the record had before, such as who held a car: it is then not offered. */
  loses?: (name: StepOf<M>, before: Current) => boolean;
  /** What the sentence after a step names of the record, by its `{names}`. */
  names?: (saved: Current) => Readonly<Record<string, string>>;
  /** The texts of the dialog for a reason of the machine, by default the move's label. */
  why?: { title: string; verb?: string };
  /** The company's own reasons, each for one move. */
  reasons?: readonly OwnReason[];
  about?: (name: StepOf<M>, saved: Current) => Known | null;
}

/** How long what was done can be taken back by one press. */
const UNDO_MS = 8000;

/** Throws the error of a dialog's call; where somebody else was first, the page shows what is saved now, and the person presses again. */
function overtaken<Current>(record: Movable<Current>, error: unknown): never {
  const current = record.currentOf(error);
  if (!(error instanceof CallError) || !current) throw error;
  record.adopt(current);
  throw new CallError(error.status, { ...error.body, current: undefined });
}

/** Whether a step leads back to the state `from`, and the person may take it; a state of a day is stored as another one. */
const leadsBack = ({ moves, states }: Machine, step: string, from: string | undefined, { offered }: Asking): boolean =>
  offered?.includes(step) !== false &&
  (!moves[step] || from === undefined || moves[step].to === (states[from]?.of ?? from));

/**
 * Offers the moves of a machine, and its acts that say what was done, as steps of a page. A step saves the typed values
 * first, and reports what is missing as early as the page knows it.
 */
export function createMoves<M extends Machine, Current extends Asking>(
  record: Movable<Current>,
  { machine, actor, make, takeBack, factsOf, back = {}, loses, names, why, reasons = [], about }: Moving<M, Current>,
) {
  const partOf = (name: StepOf<M>) => (machine.moves[name] ?? machine.acts[name]) as Move;
  /** The record over which the last step was taken. */
  let before: Current | undefined;
  const take: typeof make = (name, seen, body) => {
    before = seen;
    return make(name, seen, body);
  };

  /** The move for which the person's own request waits for somebody else's approval. */
  const $waiting = computed(record.$saved, (saved) =>
    movesOf(machine).find((name) => actor !== undefined && saved?.asked?.[name] === actor.id),
  );
  /** The message for a person whose request waits for somebody else's approval. */
  const $waits = computed($waiting, (name) => (name ? partOf(name).second!.waits : null));

  /** The step that takes the own request back; null when none waits. */
  function backStep(): Step | null {
    const name = $waiting.get();
    if (!name || !takeBack) return null;
    const run = () => record.attempt((seen) => takeBack(name, seen), words.tookBack);
    return { name: `take-back-${name}`, label: words.takeBack, run };
  }

  /** Says that it was done, with what undoes it, or that it waits for somebody else. */
  function tell(name: StepOf<M>): void {
    const waits = $waiting.get() === name && $waits.get();
    if (waits) return void toast(waits, { kind: 'info' });
    // It is undone over what the step and this page's own saves have left, never over what somebody else saved since.
    const left = record.$saved.get()!;
    const undone = back[name] as Back<M, Current> | undefined;
    const isBack = typeof undone !== 'string' || leadsBack(machine, undone, before?.state, left);
    const undo = isBack && !(before && loses?.(name, before)) ? undone : undefined;
    const over = (seen: Current) => (record.ownBetween?.(left, seen) ? seen : left);
    const run = () =>
      void (typeof undo === 'function'
        ? record.attempt((seen) => undo(over(seen)), words.undone)
        : go(undo!, undefined, over));
    void toast(t(partOf(name).done, names?.(record.$saved.get()!) ?? {}), {
      kind: 'ok',
      ...(undo && { action: { label: words.undo, run }, duration: UNDO_MS }),
    });
  }

  async function go(name: StepOf<M>, body?: object, over = (seen: Current) => seen): Promise<boolean> {
    const isDone = await record.attempt((seen) => take(name, over(seen), body));
    if (isDone) tell(name);
    return isDone;
  }

  /** The same for the dialog, which stays open with what was typed when the server refuses. */
  async function send(name: StepOf<M>, body: object): Promise<void> {
    if (record.autosave && !(await record.autosave.flush()))
      throw new CallError(422, { error: 'invalid', message: words.unsaved, requestId: '' });
    record.adopt(await take(name, record.$saved.get()!, body).catch((error: unknown) => overtaken(record, error)));
  }

  /** May the step run on the current record? Saves the typed values first and shows objections at their fields. */
  async function mayGo(name: ActionOf<M>): Promise<boolean> {
    if (record.autosave?.unsaved() && !(await record.autosave.flush())) return false;
    const found = factsOf && actor && refusalOf(machine, factsOf(record.$saved.get()!), actor, name);
    if (found?.code !== 'conflict') return true;
    record.miss(found);
    return false;
  }

  function stepOf(name: StepOf<M>): Step {
    const { label, takes, reasons: fixed, noteFor } = partOf(name);
    // Who approves what somebody else asked gives no reason: the first person's applies.
    const isAsked = record.$saved.get()?.asked?.[name] !== undefined;
    const run: Step['run'] = async (ask) => {
      if (!(await mayGo(name))) return;
      const knows = () => about?.(name, record.$saved.get()!);
      if (knows() === null) await go(name);
      else if (takes || (!isAsked && reasons.some(({ move }) => move === name)))
        ask((onClose) => {
          const onSaved = () => {
            onClose();
            tell(name);
          };
          const save = (body: object) => send(name, body);
          return createElement(MoveDialog, { machine, name, reasons, isAsked, ...knows(), save, onSaved, onClose });
        });
      else if (fixed && !isAsked)
        ask((onClose) => {
          const asks = { title: label, verb: label, ...why, reasons: fixed, noteFor };
          return createElement(ReasonDialog, { ...asks, onClose, onChosen: (chosen: object) => go(name, chosen) });
        });
      else await go(name);
    };
    return { name, label, run };
  }

  return { $waits, go, mayGo, stepOf, backStep };
}
