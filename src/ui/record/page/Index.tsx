import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { record as words } from '#site/messages/it/kit.ts';
import { unfold } from '../form/problems.ts';
import { useThisRecord } from '../store/context.ts';
import { LockReasons } from './LockNotice.tsx';

/** The section at the top of the screen; at the foot of the page, the last section. */
function useCurrent(names: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(names[0]);
  // Whatever is drawn, other sections may stand there.
  useEffect(() => {
    let waiting = 0;
    const look = () => {
      waiting = 0;
      const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const line = innerHeight / 3;
      // The page may show them in another order than the index.
      const tops = names.flatMap((name) => {
        const top = document.getElementById(name)?.getBoundingClientRect().top;
        return top === undefined ? [] : [{ name, top }];
      });
      const inOrder = tops.toSorted((one, other) => one.top - other.top).map(({ name }) => name);
      const passed = tops.filter(({ top }) => top < line).length;
      setCurrent(inOrder.at(atEnd ? -1 : Math.max(0, passed - 1)) ?? names[0]);
    };
    look();
    const onScroll = () => (waiting ||= requestAnimationFrame(look));
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(waiting);
      removeEventListener('scroll', onScroll);
    };
  });
  return current;
}

const none: NonNullable<IndexMore['parts']> = [];

/** What a record's own page adds to its index. */
export interface IndexMore {
  /** Beside the names of sections, by their name. */
  ends?: Readonly<Record<string, ReactNode>>;
  /** Parts of the page that hold no fields, above the sections and below them. */
  early?: NonNullable<IndexMore['parts']>;
  parts?: readonly { name: string; label: string }[];
  /** Above the sections. */
  head?: ReactNode;
}

/** The sections of a record, with what is complete and what is wrong in each, and why some are locked. */
export function Index({ ends, early = none, parts = none, head }: IndexMore) {
  const record = useThisRecord();
  const rows = useStore(record.$index);
  const current = useCurrent([...early, ...rows, ...parts].map(({ name }) => name));
  const linkOf = (name: string) => ({
    href: `#${name}`,
    'aria-current': name === current ? ('true' as const) : undefined,
    onClick: () => unfold(document.getElementById(name)),
  });
  const plain = (of: typeof none) =>
    of.map(({ name, label }) => (
      <a key={name} {...linkOf(name)}>
        {label}
      </a>
    ));
  return (
    <nav className="index" aria-label={record.spec.words.index}>
      {head}
      {plain(early)}
      {rows.map(({ name, label, state }) => (
        <a key={name} {...linkOf(name)} data-state={state}>
          {label}
          {state !== 'open' && <span className="sr-only">, {state === 'wrong' ? words.toMend : words.done}</span>}
          {ends?.[name] && <small>{ends[name]}</small>}
        </a>
      ))}
      {plain(parts)}
      <LockReasons />
    </nav>
  );
}
