import { createElement, lazy } from 'react';
import { computed, type ReadableAtom } from 'nanostores';
import { movesOf, refusalOf, type Actor, type FactsOf, type Machine, type Move, type MoveOf } from '#domain/machine.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { toast } from '../toast.ts';
import type { Saved } from './autosave.ts';
import type { CourseStore, Why } from './course.ts';
import type { Step } from './Head.tsx';

const ReasonDialog = lazy(() => import('../ReasonDialog.tsx'));

interface Asked {
  asked?: Readonly<Record<string, number>>;
}

interface Moving<M extends Machine, Current extends Saved> {
  machine: M;
  /** The facts that the machine needs of the saved record. */
  factsOf(saved: Current): FactsOf<M>;
  actor: Actor;
  /** Makes the move over the version that the person saw. */
  make(name: MoveOf<M>, seen: Current, why?: Why): Promise<Current>;
  /** Takes the own request for a move back; needed where a move needs a second person. */
  takeBack?: (name: MoveOf<M>, seen: Current) => Promise<Current>;
  /** The move that undoes another one; offered for a while after it. */
  back?: { readonly [Name in MoveOf<M>]?: MoveOf<M> };
  /** The texts of the dialog that asks for the reason, by default the move's label. */
  asks: (name: MoveOf<M>) => { title: string; verb?: string };
  /** The company's own reasons for a move that needs one. */
  reasonsFor?: (name: MoveOf<M>) => Readonly<Record<string, string>> | undefined;
}

/**
 * Offers the moves of a machine as steps of the head. A step saves the typed values first and reports what is missing
 * before it asks anything.
 */
export function createMoves<M extends Machine, Value extends object, Current extends Saved>(
  course: Pick<CourseStore<Value, Current>, 'attempt' | 'autosave' | 'miss'> & {
    $saved: ReadableAtom<Current | null>;
  },
  { machine, factsOf, actor, make, takeBack, back = {}, asks, reasonsFor }: Moving<M, Current>,
) {
  const moveOf = (name: MoveOf<M>) => machine.moves[name] as Move;
  const askedBy = (saved: Current, name: string) => (factsOf(saved) as Asked).asked?.[name];

  /** The move for which the person's own request waits for somebody else's approval. */
  const $waiting = computed(course.$saved, (saved) =>
    saved ? (movesOf(machine).find((name) => askedBy(saved, name) === actor.id) ?? null) : null,
  );
  /** The message for a person whose request waits for somebody else's approval. */
  const $waits = computed($waiting, (name) => (name ? moveOf(name).second!.waits : null));

  /** The step that takes the own request back; null when none waits. */
  function backStep(): Step | null {
    const name = $waiting.get();
    if (!name || !takeBack) return null;
    const run = async () => {
      if (await course.attempt((seen) => takeBack(name, seen))) void toast(words.tookBack, { kind: 'ok' });
    };
    return { name: `take-back-${name}`, label: words.takeBack, run };
  }

  async function go(name: MoveOf<M>, why?: Why): Promise<void> {
    if (!(await course.attempt((seen) => make(name, seen, why)))) return;
    const waits = $waits.get();
    if (waits && askedBy(course.$saved.get()!, name) === actor.id) return void toast(waits, { kind: 'info' });
    const undo = back[name];
    void toast(moveOf(name).done, {
      kind: 'ok',
      ...(undo && { action: { label: words.undo, run: () => void go(undo) }, duration: 8000 }),
    });
  }

  /** May the step run on the current record? Saves the typed values first and shows objections at their fields. */
  async function mayGo(name: keyof M['moves'] | keyof M['acts']): Promise<boolean> {
    if (course.autosave.unsaved() && !(await course.autosave.flush())) return false;
    const refusal = refusalOf(machine, factsOf(course.$saved.get()!), actor, name as MoveOf<M>);
    if (refusal?.code !== 'conflict') return true;
    course.miss(refusal);
    return false;
  }

  function stepOf(name: MoveOf<M>): Step {
    const { label, reasons = reasonsFor?.(name), noteFor = [] } = moveOf(name);
    const { title, verb = label } = asks(name);
    const saved = course.$saved.get();
    // Who approves what somebody else asked gives no reason: the first person's applies.
    const asked = saved !== null && askedBy(saved, name) !== undefined;
    if (!reasons || asked) return { name, label, run: async () => (await mayGo(name)) && go(name) };
    return {
      name,
      label,
      mayOpen: () => mayGo(name),
      dialog: (onClose) =>
        createElement(ReasonDialog, { title, verb, reasons, noteFor, onClose, onChosen: (why: Why) => go(name, why) }),
    };
  }

  return { $waits, go, mayGo, stepOf, backStep };
}
