import type { StateSums } from '../load/state.ts';

/** The sums of one state; a loss is red and has its word. */
export const SumText = ({ sums: { head, figures } }: { sums: StateSums }) => (
  <span className="sum">
    {head}
    {figures.map(({ text, lost }, at) => (
      <span key={text} className={lost ? 'lost' : undefined}>
        {at > 0 && ', '}
        {text}
      </span>
    ))}
  </span>
);
