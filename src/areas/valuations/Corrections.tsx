import type { Lines } from '#domain/valuations/lines.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { LineList } from '#site/parts/valuations/LineList.tsx';

interface Props {
  of: Valuation;
  value: Lines;
  onEdit: (() => void) | undefined;
}

/** From the quotation to the corrected value, line by line. */
export const Corrections = ({ of, value, onEdit }: Props) => (
  <section className="card pad">
    <header>
      <h2 className="grow">{words.corrections}</h2>
      {onEdit && (
        <button type="button" className="btn small" onClick={onEdit}>
          {words.correct}
        </button>
      )}
    </header>
    {of.base > 0 ? (
      <div className="valuation">
        <LineList label={words.corrected} {...value} />
      </div>
    ) : (
      <p className="callout">{words.noBase}</p>
    )}
  </section>
);
