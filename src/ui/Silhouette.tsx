import type { Body } from '#domain/catalog/terms.ts';

interface Shape {
  body: string;
  glass: string;
  wheels: [number, number];
}

/** Side views, nose to the left, on a ground line at y = 78 of a 240 × 84 box. */
const shapes: Record<Body, Shape> = {
  city: {
    body: 'M36 64c-5 0-6-4-5-10 1-8 5-12 14-14l18-4c12-14 24-22 44-23 26-2 56-1 76 5 10 4 15 15 17 27 1 8 2 19-4 19z',
    glass: 'M72 36c9-10 18-16 34-17h8v18l-42 1zM120 19c20-1 42 0 56 5 5 3 8 7 10 13h-66z',
    wheels: [70, 170],
  },
  hatchback: {
    body: 'M14 64c-5 0-6-5-5-11 1-8 6-11 17-13l38-5c14-11 28-19 52-20 28-2 52-1 70 5 14 6 24 14 30 22 5 5 7 12 5 18-1 3-3 4-6 4z',
    glass: 'M76 35c12-9 24-14 40-15h4v17l-44 1zM126 20c20-1 38 0 50 3 10 3 18 8 24 13h-74z',
    wheels: [54, 184],
  },
  saloon: {
    body: 'M10 64c-5 0-6-5-5-11 1-8 6-11 18-13l40-5c16-10 32-18 54-19 24-1 44 0 58 6 10 4 18 9 24 14l26 3c6 1 9 5 9 12 0 9-1 13-7 13z',
    glass: 'M76 35c13-8 25-13 40-14h5v15l-45 1zM127 21c18 0 33 1 43 5 7 3 13 7 17 11l-60-1z',
    wheels: [50, 186],
  },
  estate: {
    body: 'M10 64c-5 0-6-5-5-11 1-8 6-11 18-13l40-5c15-11 31-19 54-20 34-1 66-1 90 3 9 2 15 10 19 20 4 9 7 18 5 23-1 2-3 3-6 3z',
    glass: 'M75 35c13-9 26-14 40-15h4v16l-44 1zM125 20h38v16h-38zM169 20c14 0 24 1 32 3 5 2 9 7 12 13h-44z',
    wheels: [50, 186],
  },
  suv: {
    body: 'M14 62c-5 0-6-5-5-14 1-9 5-13 16-15l36-4C75 16 88 8 114 7c32-2 66-1 84 3 10 3 16 12 20 22 4 9 6 19 4 26-1 3-3 4-6 4z',
    glass: 'M73 30c11-10 22-16 40-17h5v18l-45 1zM124 13h36v18h-36zM166 13c12 0 20 1 26 2 7 3 11 9 14 16h-40z',
    wheels: [56, 186],
  },
  mpv: {
    body: 'M14 63c-5 0-6-5-5-13 1-8 6-13 15-15l26-5C66 15 84 7 112 6c34-2 72-2 92 3 9 3 13 12 16 23 3 10 4 21 2 27-1 3-3 4-6 4z',
    glass: 'M62 31c14-12 28-18 46-19h8v19l-54 2zM122 12h38v19h-38zM166 12c14 0 26 0 32 2 5 3 8 9 10 17h-42z',
    wheels: [54, 186],
  },
  coupe: {
    body: 'M10 64c-5 0-6-5-4-11 2-8 8-11 22-13l46-5c16-9 30-15 50-16 24-1 44 4 62 14l26 6c10 2 15 6 16 12 1 9-1 13-7 13z',
    glass: 'M88 36c12-7 24-11 38-12h6v12l-44 1zM138 24c16 0 30 4 42 12h-42z',
    wheels: [52, 184],
  },
  cabrio: {
    body: 'M10 64c-5 0-6-5-4-11 2-8 8-11 22-13l50-4h70c24 0 44 1 62 4 12 2 19 6 20 12 1 8-1 12-7 12z',
    glass: 'M80 36c10-8 22-14 34-16l4 3c-8 3-16 8-22 13zM146 36c0-6 4-9 10-9s9 3 9 9zM176 36c0-5 4-8 9-8s9 3 9 8z',
    wheels: [52, 184],
  },
  pickup: {
    body: 'M10 62c-5 0-6-5-5-14 1-9 5-12 16-14l36-3c12-12 22-19 42-20 18-1 34 0 42 3 5 3 7 9 8 16h74c5 0 7 3 7 8v20c0 3-2 4-5 4z',
    glass: 'M69 31c10-9 18-14 32-14h2v14l-34 1zM109 17c12 0 20 0 26 2 4 2 6 7 7 12h-33z',
    wheels: [54, 186],
  },
  van: {
    body: 'M16 63c-5 0-6-5-5-14 1-8 4-13 12-16l16-5C50 13 62 5 82 4c40-2 98-2 128 0 7 1 10 5 11 12l3 42c0 3-2 5-6 5z',
    glass: 'M50 29c8-11 17-17 32-18h6v20l-38 1zM94 11h30v20H94z',
    wheels: [58, 186],
  },
};

interface Props {
  body: string;
  /** `#rrggbb` of the paint; without it the shape takes the text colour. */
  colour?: string | null;
  label?: string;
}

/** A car drawn from its body type and paint, where there is no photo. Decorative unless it has a label. */
export function Silhouette({ body, colour = null, label }: Props) {
  const shape = shapes[body as Body] ?? shapes.hatchback;
  return (
    <svg
      className="silhouette"
      viewBox="0 0 240 84"
      role="img"
      aria-hidden={label ? undefined : true}
      aria-label={label}
    >
      <ellipse className="ground" cx="120" cy="78" rx="104" ry="3.5" />
      <path className="paint" d={shape.body} fill={colour ?? 'currentColor'} />
      <path className="glass" d={shape.glass} />
      {shape.wheels.map((x) => (
        <g key={x}>
          <circle className="tyre" cx={x} cy="62" r="17" />
          <circle className="rim" cx={x} cy="62" r="9.5" />
          <circle className="tyre" cx={x} cy="62" r="2.5" />
        </g>
      ))}
    </svg>
  );
}
