import { money } from '#domain/italian.ts';
import type { Lines } from '#domain/valuations/lines.ts';
import './valuation.css';

/** A figure with the lines that make it up. */
export const LineList = ({ label, lines, total }: Lines & { label: string }) => (
  <dl className="priced">
    {lines.map((line, index) => (
      <div key={index}>
        <dt>{line.label}</dt>
        <dd>{money(line.amount)}</dd>
      </div>
    ))}
    <div className="sum">
      <dt>{label}</dt>
      <dd aria-live="polite">{money(total)}</dd>
    </div>
  </dl>
);
