import { shapes } from '#domain/catalog/shapes.ts';
import type { Body } from '#domain/catalog/terms.ts';

/** The lines of a car of a body type; its paint is the fill around it. */
export default function Outline({ body }: { body: string }) {
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
