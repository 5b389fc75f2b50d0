import { standing } from '#site/ui/standing.tsx';
import './silhouette.css';

/** A car seldom becomes another: its lines, a kilobyte, are in the page already. */
const load = () => import('./Outline.tsx');
const Outline = standing(load, import.meta.env.SSR ? (await load()).default : null, { tag: 'g' });

interface Props {
  body: string;
  /** `#rrggbb` of the paint; without it the shape takes the text colour. */
  colour?: string | null;
  label?: string;
}

/** A car drawn from its body type and paint, where there is no photo. Decorative unless it has a label. */
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
