import { shapes } from '#domain/catalog/shapes.ts';
import type { Body } from '#domain/catalog/terms.ts';
import './silhouette.css';

/** The outline of a car by its body type; the fill around it is the paint. */
function Outline({ body }: { body: string }) {
  const shape = shapes[body as Body] ?? shapes.hatchback;
  return (
    <>
      <ellipse className="ground" cx="120" cy="78" rx="104" ry="3.5" />
      <path className="paint" d={shape.body} />
      <path className="glass" d={shape.glass} />
      {shape.wheels.map((x) => (
        <g key={x}>
          <circle className="tyre" cx={x} cy="62" r="17" />
          <circle className="rim" cx={x} cy="62" r="9.5" />
          <circle className="tyre" cx={x} cy="62" r="2.5" />
        </g>
      ))}
    </>
  );
}

interface Props {
  body: string;
  /** The paint as `#rrggbb`; without it the shape takes the text colour. */
  colour?: string | null;
  label?: string;
}

/** A car drawn from its body type and paint, in place of a photo. It is decorative unless it has a label. */
export function Silhouette({ body, colour = null, label }: Props) {
  return (
    <svg
      className="silhouette"
      viewBox="0 0 240 84"
      role="img"
      aria-hidden={label ? undefined : true}
      aria-label={label}
      fill={colour ?? 'currentColor'}
    >
      <Outline body={body} />
    </svg>
  );
}
