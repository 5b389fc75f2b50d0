import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { basketUses, networkBasketFields as fields, type NetworkBasketValues } from '#domain/baskets/fields.ts';
import type { Basket, BasketChange, BasketPage } from '#domain/baskets/schema.ts';
import { integer } from '#domain/italian.ts';
import { valuesIn } from '#domain/record/fields.ts';
import { moment, t } from '#site/lib/intl.ts';
import { baskets as words } from '#site/messages/it/baskets.ts';
import { toast } from '#site/ui/toast.ts';
import { textOf, type basketCalls } from './calls.ts';

type Calls = (typeof basketCalls)['network'];

const sizeText = ({ holds }: Pick<NetworkBasketValues, 'holds'>, n: number) =>
  `${integer(n)} ${words[holds][n === 1 ? 0 : 1]}`;

/**
 * Whether something typed is not saved: another record in its place would take it away. The undo of a change outlives the
 * form that stood then.
 */
const $edited = atom(false);

/** After how many milliseconds without typing a change is counted. */
const PAUSE = 400;

/** Whether nothing is chosen that it would hold. */
const holdsNothing = ({ holds, companyIds, makerIds, modelIds, fuels, versionIds }: NetworkBasketValues): boolean =>
  (holds === 'companies' ? [companyIds] : [makerIds, modelIds, fuels, versionIds]).every(({ length }) => length === 0);

interface Typed {
  record: Basket | null;
  values: NetworkBasketValues;
  calls: Calls;
  /** The values are those of the record. */
  isSaved: boolean;
}

/** What the typed values would change, counted when the typing rests; null while they are those that are saved. */
function useChange({ record, values, calls, isSaved }: Typed) {
  const [change, setChange] = useState<BasketChange | string | null>(null);
  useEffect(() => {
    setChange(null);
    if (isSaved || holdsNothing(values)) return;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      calls.preview(record?.id ?? null, values, ending.signal).then(setChange, (error: Error) => {
        if (!ending.signal.aborted) setChange(error.message);
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [calls, isSaved, record, values]);
  return change;
}

function Moved({ text, count, names }: { text: string; count: number; names: readonly string[] }) {
  if (count === 0) return null;
  const some = names.join(', ');
  const more = count - names.length;
  return (
    <p>{t(text, { n: integer(count), names: more > 0 ? t(words.more, { names: some, n: integer(more) }) : some })}</p>
  );
}

/** What a basket holds, and what the values that are not saved yet would change. */
function Content(typed: Typed) {
  const { record, values, isSaved } = typed;
  const change = useChange(typed);
  return (
    <>
      {record && <p>{sizeText(record, record.size)}</p>}
      {record?.size === 0 && <p className="callout warn">{words.empties}</p>}
      {!isSaved && (
        <div className="callout" role="status">
          <b>{words.would}</b>
          {holdsNothing(values) ? (
            <p>{words.nothing}</p>
          ) : change === null ? (
            <p>{words.counting}</p>
          ) : typeof change === 'string' ? (
            <p>{change}</p>
          ) : (
            <>
              <p>{sizeText(values, change.size)}</p>
              <Moved text={words.enters} {...change.enters} />
              <Moved text={words.leaves} {...change.leaves} />
              {change.enters.count + change.leaves.count === 0 && <p>{words.same}</p>}
            </>
          )}
        </div>
      )}
    </>
  );
}

/** Who uses the basket: records by name, and how many there are in the network. */
function Uses({ page: { uses, network } }: { page: BasketPage }) {
  const isUnused = uses.length === 0 && network.companies === 0;
  return (
    <>
      <h3>{words.uses}</h3>
      {isUnused && <p className="muted">{words.unused}</p>}
      <ul>
        {uses.map(({ by, id, name }) => (
          <li key={`${by} ${id}`}>
            {name} <span className="muted">{basketUses[by]}</span>
          </li>
        ))}
      </ul>
      {network.companies > 0 && <p>{t(words.network, network)}</p>}
      {!isUnused && <p className="muted">{words.from}</p>}
    </>
  );
}

interface Props {
  record: Basket | null;
  values: NetworkBasketValues;
  first: BasketPage | null;
  calls: Calls;
  mayManage: boolean;
  take: (record: Basket) => void;
}

/** What a basket holds, who uses it, and its former versions. */
export function BasketCourse({ record, values, first, calls, mayManage, take }: Props) {
  const [page, setPage] = useState(first);
  const isSaved = record !== null && textOf(values) === textOf(record);
  useEffect(() => {
    $edited.set(!isSaved);
    return () => $edited.set(false);
  }, [isSaved]);
  useEffect(() => {
    // What stands beside the form is of the saved record; without it the form works.
    if (record) calls.page(record.id).then(setPage, () => {});
  }, [calls, record]);
  const back = async (held: NetworkBasketValues, version: number) => {
    if (!record) return;
    const former = valuesIn(fields, record);
    try {
      const saved = await calls.save(record.id, record.version, held);
      take(saved);
      const undo = () =>
        $edited.get() ? fail(new Error(words.unsaved)) : calls.save(saved.id, saved.version, former).then(take, fail);
      void toast(t(words.did, { version }), { kind: 'ok', action: { label: words.undo, run: undo } });
    } catch (error) {
      fail(error);
    }
  };
  return (
    <section className="card sample" aria-label={words.content}>
      <h2>{words.content}</h2>
      {record?.theirs && <p className="callout">{words.theirsNote}</p>}
      {record?.archived && <p className="callout warn">{words.archivedNote}</p>}
      <Content record={record} values={values} calls={calls} isSaved={isSaved} />
      {page && <Uses page={page} />}
      {page && page.history.length > 0 && (
        <>
          <h3>{words.history}</h3>
          {!isSaved && mayManage && page.history.length > 1 && (
            <p className="muted" id="basket-unsaved">
              {words.unsaved}
            </p>
          )}
          <ul>
            {page.history.map(({ version, at, by, size, fields: held }, index) => (
              <li key={version} className="row">
                <span className="grow">
                  {t(words.one, { version })}{' '}
                  <span className="muted">
                    {moment(at)}
                    {by && ` · ${by}`} · {sizeText(held, size)}
                  </span>
                </span>
                {index === 0 ? (
                  <span className="muted">{words.now}</span>
                ) : (
                  mayManage && (
                    <button
                      type="button"
                      className="btn"
                      disabled={!isSaved}
                      aria-describedby={isSaved ? undefined : 'basket-unsaved'}
                      onClick={() => void back(held, version)}
                    >
                      {words.again}
                    </button>
                  )
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const fail = (error: unknown) => void toast((error as Error).message, { kind: 'bad' });
