import type { Expected } from '#domain/accesses/schema.ts';
import { time } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import { minutesSince } from './waiting.ts';

interface Props {
  expected: readonly Expected[];
  now: Date;
  onHere: (one: Expected) => void;
}

/** Who is expected today, each checked in by one press. */
export const ExpectedList = ({ expected, now, onHere }: Props) => (
  <section className="card reception-list">
    <h2>
      {words.expected} <small className="muted">{expected.length}</small>
    </h2>
    {expected.length === 0 && <p className="muted">{words.nobodyExpected}</p>}
    <ul>
      {expected.map((one) => {
        const late = minutesSince(one.at, now);
        return (
          <li key={`${one.kind} ${one.id}`} data-late={late > 0}>
            <time dateTime={one.at}>{time(one.at)}</time>
            <div>
              <b>{one.name || words.anonymous}</b>
              <small>
                {[one.missed ? words.missed : late > 0 && t(words.late, { n: late }), one.what, one.seller]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            <button type="button" className="btn" onClick={() => onHere(one)}>
              {words.here}
            </button>
          </li>
        );
      })}
    </ul>
  </section>
);
