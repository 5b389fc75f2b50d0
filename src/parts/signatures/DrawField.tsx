import { useRef } from 'react';
import { DRAWING } from '#domain/signatures/drawing.ts';
import { drawing as words } from '#site/messages/it/signatures.ts';
import { FieldShell, type FieldBase } from '#site/ui/Field.tsx';
import { begun, goneOn } from './stroke.ts';
import './drawn.css';

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
  const draw = (now: string) => {
    path.current = now;
    onChange(now);
  };
  return (
    <FieldShell label={label} name={name} error={error} help={words.help} required={required}>
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
              draw(begun(path.current, event));
            }}
            onPointerMove={(event) => {
              if (event.buttons > 0) draw(goneOn(path.current, event));
            }}
          >
            <path d={value} />
          </svg>
          <button type="button" className="btn" onClick={() => draw('')}>
            {words.again}
          </button>
        </div>
      )}
    </FieldShell>
  );
}
