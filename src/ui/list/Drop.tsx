import { useEffect, useRef, type ReactNode } from 'react';
import './drop.css';

/**
 * A button with a panel below it. A native `details` element opens it without scripts; a script closes it on Esc and
 * on a press elsewhere.
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
  children: ReactNode;
}) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const details = ref.current!;
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
      <summary className="btn">
        {label}
        {badge ? <b className="count">{badge}</b> : null}
      </summary>
      <div className="drop-panel">{children}</div>
    </details>
  );
}
