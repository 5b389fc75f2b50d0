import { createElement, lazy } from 'react';
import { computed } from 'nanostores';
import {
  movesOf,
  refusalOf,
  type ActionOf,
  type Actor,
  type FactsOf,
  type Machine,
  type Move,
  type MoveOf,
} from '#domain/record/machine.ts';
import { CallError } from '#site/lib/call.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { toast } from '#site/ui/toast.ts';
import type { Saved } from './ledger.ts';
import type { CourseStore } from './course.ts';
import type { Step } from '../page/Head.tsx';
import type { MoveDialogProps, OwnReason } from '../page/MoveDialog.tsx';

const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));
const MoveDialog = lazy(() => import('../page/MoveDialog.tsx'));

/** A saved record; `asked`: who asked for a move that waits for a second person. */
type Asking = Saved & { asked?: Readonly<Record<string, number>> };

interface Moving<M extends Machine, Current extends Saved> {
  machine: M;
  actor: Actor;
  /** Makes the move over the version that the person saw; `body` is the reason and what else it takes. */
  make(name: MoveOf<M>, seen: Current, body?: object): Promise<Current>;
  /** Takes the own request for a move back; needed where a move needs a second person. */
  takeBack?: (name: MoveOf<M>, seen: Current) => Promise<Current>;
  /** The machine's facts, where the page knows them: it then says what is missing; otherwise the server does. */
  factsOf?: (saved: Current) => FactsOf<M>;
  /** The move that undoes another one; offered for a while after it. */
  back?: { readonly [Name in MoveOf<M>]?: MoveOf<M> };
  /** The texts of the dialog for a reason of the machine, by default the move's label. */
  why?: { title: string; verb?: string };
  /** The company's own reasons, each for one move. */
  reasons?: readonly OwnReason[];
  /** What the dialog of a move knows of its record. */
  about?: (name: MoveOf<M>, saved: Current) => Pick<MoveDialogProps, 'hidden' | 'initial' | 'note' | 'check'>;
}

/**
 * Offers the moves of a machine as steps of the head. A step saves the typed values first, and reports what is missing
 * as early as the page knows it.
 */
export function createMoves<M extends Machine, Value extends object, Current extends Asking>(
  course: CourseStore<Value, Current>,
  { machine, actor, make, takeBack, factsOf, back = {}, why, reasons = [], about }: Moving<M, Current>,
) {
  const moveOf = (name: MoveOf<M>) => machine.moves[name] as Move;

  /** The move for which the person's own request waits for somebody else's approval. */
  const $waiting = computed(course.$saved, (saved) =>
    movesOf(machine).find((name) => saved?.asked?.[name] === actor.id),
  );
  /** The message for a person whose request waits for somebody else's approval. */
  const $waits = computed($waiting, (name) => (name ? moveOf(name).second!.waits : null));

  /** The step that takes the own request back; null when none waits. */
  function backStep(): Step | null {
    const name = $waiting.get();
    if (!name || !takeBack) return null;
    const run = () => course.attempt((seen) => takeBack(name, seen), words.tookBack);
    return { name: `take-back-${name}`, label: words.takeBack, run };
  }

  /** Says that the move was made, with the move that undoes it, or that it waits for somebody else. */
  function tell(name: MoveOf<M>): void {
    const waits = $waiting.get() === name && $waits.get();
    if (waits) return void toast(waits, { kind: 'info' });
    const undo = back[name];
    void toast(moveOf(name).done, {
      kind: 'ok',
      ...(undo && { action: { label: words.undo, run: () => void go(undo) }, duration: 8000 }),
    });
  }

  async function go(name: MoveOf<M>, body?: object): Promise<void> {
    if (await course.attempt((seen) => make(name, seen, body))) tell(name);
  }

  /** The same for the dialog, which stays open with what was typed when the server refuses. */
  async function send(name: MoveOf<M>, body: object): Promise<void> {
    if (!(await course.autosave.flush()))
      throw new CallError(422, { error: 'invalid', message: words.unsaved, requestId: '' });
    try {
      course.adopt(await make(name, course.$saved.get()!, body));
    } catch (error) {
      const current = course.autosave.currentOf(error);
      if (!(error instanceof CallError) || !current) throw error;
      // The page shows what is saved now; the person decides on it and presses again.
      course.adopt(current);
      throw new CallError(error.status, { ...error.body, current: undefined });
    }
  }

  /** May the step run on the current record? Saves the typed values first and shows objections at their fields. */
  async function mayGo(name: ActionOf<M>): Promise<boolean> {
    if (course.autosave.unsaved() && !(await course.autosave.flush())) return false;
    const found = factsOf && refusalOf(machine, factsOf(course.$saved.get()!), actor, name);
    if (found?.code !== 'conflict') return true;
    course.miss(found);
    return false;
  }

  function stepOf(name: MoveOf<M>): Step {
    const { label, takes, reasons: fixed, noteFor } = moveOf(name);
    // Who approves what somebody else asked gives no reason: the first person's applies.
    const isAsked = course.$saved.get()?.asked?.[name] !== undefined;
    const run: Step['run'] = async (ask) => {
      if (!(await mayGo(name))) return;
      if (takes || (!isAsked && reasons.some(({ move }) => move === name)))
        ask((onClose) => {
          const onSaved = () => {
            onClose();
            tell(name);
          };
          const save = (body: object) => send(name, body);
          const known = about?.(name, course.$saved.get()!);
          return createElement(MoveDialog, { machine, name, reasons, isAsked, ...known, save, onSaved, onClose });
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
