import type { Line } from './line.ts';
import './ring.css';

const ROUND = 2 * Math.PI * 15;

/** What is left of a time: as a share of a circle, and in short. */
export const Ring = ({ share, text, tone }: NonNullable<Line['ring']>) => (
  <span className={`ring ${tone}`}>
    <svg viewBox="0 0 34 34" aria-hidden="true">
      <circle cx="17" cy="17" r="15" />
      <circle cx="17" cy="17" r="15" strokeDasharray={`${share * ROUND} ${ROUND}`} />
    </svg>
    <b aria-hidden="true">{text}</b>
  </span>
);
