import { money } from '#domain/italian.ts';

interface Row {
  label: string;
  amount: number;
  isSum: boolean;
}

/** An example of what typed values change: rows with their amounts, and beside those that change what they were. */
export const Example = ({ title, rows, before }: { title: string; rows: readonly Row[]; before: readonly Row[] }) => (
  <>
    <b>{title}</b>
    <dl className="example-rows" aria-live="polite">
      {rows.map(({ label, amount, isSum }, at) => {
        const was = before[at]?.amount;
        return (
          <div
            key={`${at} ${label}`}
            className={[isSum && 'sum', was !== amount && 'changed'].filter(Boolean).join(' ')}
          >
            <dt>{label}</dt>
            <dd>
              {was !== undefined && was !== amount && <del>{money(was)}</del>} {money(amount)}
            </dd>
          </div>
        );
      })}
    </dl>
  </>
);
