import { useStore } from '@nanostores/react';
import { apiPath } from '#site/lib/call.ts';
import { photos as words } from '#site/messages/it/used-cars.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { toast } from '#site/ui/toast.ts';
import { Aside } from './Aside.tsx';
import { useCar, useCarNow } from './store.ts';

/** What buyers see of the car, and its address to send. */
function Page() {
  const { id, page } = useCarNow();
  if (page === null) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(page, location.href).href);
    void toast(words.copied, { kind: 'ok' });
  };
  return (
    <section className="card sec">
      <p>
        <a className="link" href={page} target="_blank" rel="noreferrer">
          {words.page}
        </a>
      </p>
      <p className="muted">{words.pageHelp}</p>
      <p>
        <button type="button" className="btn small" onClick={() => void copy()}>
          {words.copy}
        </button>{' '}
        <a className="btn small" href={apiPath('GET /stock/used/:id/sheet', { params: { id } })} target="_blank">
          {words.sheet}
        </a>
      </p>
    </section>
  );
}

/** What stays in view beside a car: the car, its price and margin, its age, what is to be done. */
export function Beside() {
  const store = useCar();
  const values = useStore(store.$value);
  const papers = useStore(store.papers.$rows);
  const car = useCarNow();
  const { body, colour, maker, model } = values;
  return (
    <aside className="car-aside">
      {car.photos === 0 && (
        <div className="card car-shape">
          <Silhouette body={body} label={[maker, model, colour].filter(Boolean).join(' ')} />
        </div>
      )}
      <Aside car={car} values={values} papers={papers} />
      <Page />
    </aside>
  );
}
