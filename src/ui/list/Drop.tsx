import { useEffect, useRef, useState, type ReactNode } from 'react';
import './drop.css';

/**
 * A button with a panel below it. A native `details` element opens it without scripts; a script closes it on Esc and
 * on a press elsewhere. What only scripts can use is given as a function, and drawn when the panel first opens.
 */
export function Drop({
  label,
  align = 'end',
  badge,
  children,
}: {
  label: string;
  align?: 'start' | 'end';
  badge?: number;
  children: ReactNode | (() => ReactNode);
}) {
  const [opened, setOpened] = useState(false);
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const details = ref.current!;
    // It may have been opened before this script ran.
    if (details.open) setOpened(true);
    const onPress = (event: PointerEvent) => {
      if (!details.contains(event.target as Node)) details.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return;
      details.open = false;
      details.querySelector('summary')?.focus();
    };
    addEventListener('pointerdown', onPress);
    details.addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPress);
      details.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details className={`drop ${align}`} name="list-drop" ref={ref}>
      <summary className="btn" onClick={() => setOpened(true)}>
        {label}
        {badge ? <b className="count">{badge}</b> : null}
      </summary>
      <div className="drop-panel">{typeof children !== 'function' ? children : opened && children()}</div>
    </details>
  );
}
