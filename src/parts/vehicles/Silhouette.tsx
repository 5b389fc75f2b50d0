import { paintOf } from '#domain/catalog/paints.ts';
import { CAR_BOX, shapeOf } from '#domain/catalog/shapes.ts';
import cars from './cars.svg?url';
import './silhouette.css';

interface Props {
  /** The body as the catalogue names it. */
  body: string;
  /** The paint as `#rrggbb` or by its name; grey if it is unknown. */
  colour?: string | null;
  label?: string | undefined;
}

/**
 * A car drawn from its body and paint, in place of a photo. It is decorative unless it has a label. The drawings are in
 * one file that the browser keeps, so a list of 200 cars is 200 references.
 */
export function Silhouette({ body, colour = null, label }: Props) {
  return (
    <svg
      className="silhouette"
      viewBox={CAR_BOX}
      role="img"
      aria-hidden={label ? undefined : true}
      aria-label={label}
      color={paintOf(colour)}
    >
      <use href={`${cars}#${shapeOf(body)}`} />
    </svg>
  );
}
