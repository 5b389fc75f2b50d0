import type { KeyboardEvent } from 'react';
import type { Mark } from '#domain/stock/album-schema.ts';
import { damageKinds, MARK_SCALE, type DamageKind } from '#domain/stock/damages.ts';
import { keysOf } from '#domain/record/machine.ts';
import { t } from '#site/lib/intl.ts';
import { photoWork as words } from '#site/messages/it/used-cars.ts';

/** How far one arrow key moves a mark, in thousandths. */
const STEP = 20;
const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const within = (at: number) => Math.min(MARK_SCALE, Math.max(0, at));

/** The damages of a photo in words. The button of a damage moves its mark with the arrow keys. */
export function MarkRows({
  marks,
  mayChange,
  onChange,
}: {
  marks: readonly Mark[];
  mayChange: boolean;
  onChange: (marks: Mark[]) => void;
}) {
  const patch = (at: number, change: Partial<Mark>) =>
    onChange(marks.map((mark, i) => (i === at ? { ...mark, ...change } : mark)));
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const { x, y } = marks[at]!;
    patch(at, { x: within(x + step[0]), y: within(y + step[1]) });
  };
  if (marks.length === 0) return mayChange ? null : <p className="muted">{words.noDamages}</p>;
  return (
    <ol className="marks" aria-label={words.damages}>
      {marks.map((mark, i) =>
        mayChange ? (
          <li key={i} className="field">
            <button
              type="button"
              className="btn small"
              title={words.moveMark}
              onKeyDown={(event) => onKeyDown(event, i)}
            >
              {t(words.mark, { n: i + 1 })}
            </button>
            <select
              aria-label={words.kind}
              value={mark.kind}
              onChange={(event) => patch(i, { kind: event.currentTarget.value as DamageKind })}
            >
              {keysOf(damageKinds).map((kind) => (
                <option key={kind} value={kind}>
                  {damageKinds[kind]}
                </option>
              ))}
            </select>
            <input
              aria-label={words.markNote}
              placeholder={words.markNote}
              maxLength={200}
              value={mark.note}
              onChange={(event) => patch(i, { note: event.currentTarget.value })}
            />
            <button
              type="button"
              className="icon close"
              aria-label={t(words.removeMark, { n: i + 1 })}
              onClick={() => onChange(marks.filter((_, at) => at !== i))}
            />
          </li>
        ) : (
          <li key={i}>
            <b>{t(words.mark, { n: i + 1 })}</b> {[damageKinds[mark.kind], mark.note].filter(Boolean).join(': ')}
          </li>
        ),
      )}
    </ol>
  );
}
