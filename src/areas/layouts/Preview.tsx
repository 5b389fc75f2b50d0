import { useEffect, useState, type ReactNode } from 'react';
import type { LayoutTrial, Place } from '#domain/layouts/schema.ts';
import { phoneLayouts, type LayoutKind } from '#domain/layouts/terms.ts';
import type { PageForm } from '#domain/signatures/terms.ts';
import { t } from '#site/lib/intl.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { Switch } from '#site/ui/Choice.tsx';
import { layoutCalls } from './calls.ts';

/** How the pages are looked at: one beside all of them, or one under the other as a phone shows them. */
const looks: readonly PageForm[] = ['page', 'phone'];
/** The height of a page by its width: A4, and what a phone shows of a print that is signed there. */
const heights = { page: Math.SQRT2, phone: 170 / 78 } as const;

type Drawn = Pick<LayoutTrial, 'form' | 'pages' | 'places'>;
const NOT_DRAWN: Drawn = { form: 'page', pages: 1, places: [] };

/** Milliseconds until a page that did not come is asked for again, and how often it is. */
const [AGAIN_MS, TRIES] = [1500, 4];

/** One page; of many that are drawn one may be refused, and would stay blank until the next save. */
function Page(picture: { src: string; alt: string; width: number; height: number }) {
  const [tries, setTries] = useState(0);
  const again = () => {
    if (tries < TRIES) setTimeout(() => setTries(tries + 1), AGAIN_MS);
  };
  return <img key={tries} {...picture} alt={picture.alt} loading="lazy" onError={again} />;
}

/** A page with the chosen block framed. */
const Framed = ({ places, children }: { places: readonly Place[]; children: ReactNode }) => (
  <div className="layout-framed">
    {children}
    {places.map(({ from, to }) => (
      <i key={from} style={{ top: `${from * 100}%`, height: `${(to - from) * 100}%` }} />
    ))}
  </div>
);

/** All pages, small, of which one is shown. */
const Thumbnails = ({
  names,
  page,
  image,
  onChoose,
}: {
  names: readonly string[];
  page: number;
  image: (n: number) => ReactNode;
  onChoose: (page: number) => void;
}) => (
  <ol aria-label={words.pages}>
    {names.map((name, at) => (
      <li key={name}>
        <button
          type="button"
          aria-label={name}
          aria-current={page === at + 1 ? 'true' : undefined}
          onClick={() => onChoose(at + 1)}
        >
          {image(at + 1)}
          <small aria-hidden>{at + 1}</small>
        </button>
      </li>
    ))}
  </ol>
);

/** A real record as the saved draft prints it, page by page. */
export function Preview({
  kind,
  version,
  records,
  chosen,
  onTrial,
}: {
  kind: LayoutKind;
  version: number;
  records: readonly { id: number; label: string }[];
  /** The block that is framed. */
  chosen: string | null;
  onTrial: (trial: LayoutTrial | null) => void;
}) {
  const [record, setRecord] = useState(records[0]?.id ?? null);
  const [page, setPage] = useState(1);
  const [look, setLook] = useState<PageForm>('page');
  // Of most prints a phone shows the A4 pages.
  const asked: PageForm = phoneLayouts.includes(kind) ? look : 'page';
  const [{ form, pages, places }, setDrawn] = useState(NOT_DRAWN);
  const calls = layoutCalls[kind];
  useEffect(() => {
    if (record === null) return;
    const control = new AbortController();
    calls.trial({ record, draft: version, form: asked }, control.signal).then(
      (trial) => {
        onTrial(trial);
        setDrawn(trial);
        setPage((now) => Math.min(now, trial.pages));
      },
      (error: unknown) => control.signal.aborted || console.info(error),
    );
    return () => control.abort();
  }, [calls, record, version, asked, onTrial]);
  const [sought, setSought] = useState(chosen);
  // Who chooses a block sees where it stands, as soon as that is known.
  if (sought !== chosen && places.length > 0) {
    setSought(chosen);
    setPage((now) => places.find(({ id }) => id === chosen)?.page ?? now);
  }
  if (record === null) return <p className="empty">{words.noRecords}</p>;
  // What was shown stays until the other pages are counted.
  const shown = form === asked ? look : form;
  const all = Array.from({ length: pages }, (_, at) => at + 1);
  const image = (n: number, width: number, alt = t(words.page, { n, pages })) => (
    <Page
      key={`${record} ${version} ${form} ${n}`}
      src={calls.page({ record, draft: version, form }, n)}
      alt={alt}
      width={width}
      height={Math.round(width * heights[form])}
    />
  );
  const framed = (n: number, width: number, alt?: string) => (
    <Framed key={n} places={places.filter(({ id, page: on }) => id === chosen && on === n)}>
      {image(n, width, alt)}
    </Framed>
  );
  return (
    <>
      <header className="head">
        <label className="field grow">
          {words.tryOn}
          <select value={record} onChange={({ target }) => setRecord(Number(target.value))}>
            {records.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Switch
          label={words.preview}
          value={look}
          options={looks.map((value) => ({ value, label: words.looks[value] }))}
          onChange={setLook}
        />
      </header>
      {shown === 'phone' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by the keyboard
        <div className="layout-phone" role="region" aria-label={words.looks.phone} tabIndex={0}>
          {all.map((n) => framed(n, 360))}
        </div>
      ) : (
        <div className="layout-pages">
          <Thumbnails
            names={all.map((n) => t(words.page, { n, pages }))}
            page={page}
            image={(n) => image(n, 64, '')}
            onChoose={setPage}
          />
          {framed(page, 595, words.preview)}
        </div>
      )}
    </>
  );
}
