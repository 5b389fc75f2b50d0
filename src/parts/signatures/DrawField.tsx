import { useRef, type PointerEvent } from 'react';
import { DRAWING } from '#domain/signatures/drawing.ts';
import { MOST_DRAWING } from '#domain/signatures/terms.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { FieldShell, type FieldBase } from '#site/ui/Field.tsx';
import './signatures.css';

/** The point of the drawing under the pointer, in its own units. */
function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): string {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const within = (at: number, most: number) => Math.round(Math.max(0, Math.min(1, at)) * most);
  return `${within((clientX - left) / width, DRAWING.width)} ${within((clientY - top) / height, DRAWING.height)}`;
}

/** A field in which somebody signs by finger, pen or mouse. Its value is the data of an SVG path, lines only. */
export function DrawField({
  value,
  onChange,
  label,
  name,
  error,
  required,
}: FieldBase & { value: string; onChange: (value: string) => void }) {
  // Several points may come before the next one is rendered.
  const path = useRef(value);
  const add = (more: string) => {
    if (path.current.length + more.length > MOST_DRAWING || path.current.endsWith(more)) return;
    path.current += more;
    onChange(path.current);
  };
  return (
    <FieldShell label={label} name={name} error={error} help={words.drawHelp} required={required}>
      {(control) => (
        <div className="drawn">
          <svg
            id={control.id}
            aria-describedby={control['aria-describedby']}
            aria-label={label}
            role="img"
            viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              const point = pointOf(event);
              add(`M${point}L${point}`);
            }}
            onPointerMove={(event) => {
              if (event.buttons > 0 && path.current !== '') add(`L${pointOf(event)}`);
            }}
          >
            <path d={value} />
          </svg>
          <button
            type="button"
            className="btn"
            onClick={() => {
              path.current = '';
              onChange('');
            }}
          >
            {words.drawAgain}
          </button>
        </div>
      )}
    </FieldShell>
  );
}
