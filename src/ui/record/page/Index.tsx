import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { record as words } from '#site/messages/it/kit.ts';
import { useThisRecord } from '../store/context.ts';

/** The section at the top of the screen; at the foot of the page, the last section. */
function useCurrent(names: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(names[0]);
  const all = names.join(' ');
  useEffect(() => {
    const sections = all.split(' ');
    let waiting = 0;
    const look = () => {
      waiting = 0;
      const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const line = innerHeight / 3;
      const passed = sections.filter(
        (name) => (document.getElementById(name)?.getBoundingClientRect().top ?? Infinity) < line,
      );
      setCurrent((atEnd ? sections.at(-1) : passed.at(-1)) ?? sections[0]);
    };
    const onScroll = () => (waiting ||= requestAnimationFrame(look));
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(waiting);
      removeEventListener('scroll', onScroll);
    };
  }, [all]);
  return current;
}

/** The sections of a record, with what is complete and what is wrong in each. */
export function Index() {
  const record = useThisRecord();
  const rows = useStore(record.$index);
  const current = useCurrent(rows.map(({ name }) => name));
  return (
    <nav className="index" aria-label={record.spec.words.index}>
      {rows.map(({ name, label, state }) => (
        <a key={name} href={`#${name}`} aria-current={name === current ? 'true' : undefined} data-state={state}>
          {label}
          {state !== 'open' && <span className="sr-only">, {state === 'wrong' ? words.toMend : words.done}</span>}
        </a>
      ))}
    </nav>
  );
}
