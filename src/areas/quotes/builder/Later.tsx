import { atom, type ReadableAtom } from 'nanostores';
import { useEffect, useState, type ReactNode } from 'react';
import { RecordContext } from '#site/ui/record/context.ts';
import type { Builder } from './store.ts';

/** What changes with every press. */
const keys = ['$draft', '$value', '$priced', '$incentives', '$problems', '$index'] as const;
type Lagging = Pick<Builder, (typeof keys)[number]>;

/** Sections that have something to draw, in the order of the page; one after the other, so that a press never waits for them. */
const waiting = new Set<() => void>();
let asked = false;

function drawNext(): void {
  const [next] = waiting;
  if (!next) return void (asked = false);
  waiting.delete(next);
  next();
  setTimeout(drawNext);
}

function drawLater(draw: () => void): void {
  waiting.add(draw);
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => setTimeout(drawNext));
}

/**
 * The builder as one of its sections sees it: at once while the person works there, else after the next paint. What a press in one
 * section means for the others need not be drawn in the same frame: without this a press is priced and drawn in 29 ms instead of 18 (CPU ÷6,
 * decision 024).
 */
function lagging(store: Builder) {
  let here = false;
  const copies = Object.fromEntries(keys.map((key) => [key, atom(store[key].get())])) as unknown as Lagging;
  const take = () => {
    waiting.delete(take);
    for (const key of keys) (copies[key] as ReturnType<typeof atom>).set(store[key].get());
  };
  return {
    store: { ...store, ...copies } satisfies Builder,
    /** The person works here now, or somewhere else. */
    enter(now: boolean) {
      here = now;
      if (now) take();
    },
    follow() {
      const stops = keys.map((key) => (store[key] as ReadableAtom).listen(() => (here ? take() : drawLater(take))));
      take();
      return () => {
        waiting.delete(take);
        here = false;
        for (const stop of stops) stop();
      };
    },
  };
}

/** Where the person works: the last section that heard anything. */
let entered: ((now: boolean) => void) | null = null;

export function Later({ store, children }: { store: Builder; children: ReactNode }) {
  const [{ store: own, enter, follow }] = useState(() => lagging(store));
  useEffect(follow, [follow]);
  const come = () => {
    if (entered === enter) return;
    entered?.(false);
    entered = enter;
    enter(true);
  };
  return (
    <div
      className="later"
      onPointerDownCapture={come}
      onKeyDownCapture={come}
      onFocusCapture={come}
      onClickCapture={come}
      onInputCapture={come}
    >
      <RecordContext value={own}>{children}</RecordContext>
    </div>
  );
}
