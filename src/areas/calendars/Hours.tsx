import type { CSSProperties } from 'react';

/** The hours beside the columns. */
export function Hours({ from, to, each }: { from: number; to: number; each: number }) {
  const hours = Array.from({ length: to - from }, (_, at) => from + at).filter((hour) => (hour - from) % each === 0);
  return (
    <div className="cal-hours" aria-hidden>
      {hours.map((hour) => (
        <span key={hour} style={{ '--at': (hour - from) * 60 } as CSSProperties}>
          {hour}
        </span>
      ))}
    </div>
  );
}
