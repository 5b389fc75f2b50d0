import { atom, type ReadableAtom } from 'nanostores';
import { useEffect, useState, type ReactNode } from 'react';
import { RecordContext } from '#site/ui/record/store/context.ts';
import type { Builder } from './store.ts';

/** The stores that change with every press. */
const keys = ['$draft', '$value', '$priced', '$incentives', '$problems', '$index'] as const;
type Lagging = Pick<Builder, (typeof keys)[number]>;

/** Sections that wait to be drawn, in page order. They are drawn one at a time, so that a press never waits for them. */
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
 * The builder as one section sees it: changes arrive at once while the person works in that section, else after the next paint. Drawing the
 * other sections in the same frame takes a press from 18 to 29 ms (CPU ÷6, decision 024).
 */
function lagging(store: Builder) {
  let here = false;
  const copies = Object.fromEntries<unknown>(keys.map((key) => [key, atom<unknown>(store[key].get())])) as Lagging;
  const take = () => {
    waiting.delete(take);
    for (const key of keys) (copies[key] as ReturnType<typeof atom>).set(store[key].get());
  };
  return {
    store: { ...store, ...copies } satisfies Builder,
    /** Tells the section whether the person works in it. */
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

/** The section where the person works: the last one that received an event. */
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
