import { useStore } from '@nanostores/react';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { Aside } from './Aside.tsx';
import { useNewCar, useNewCarNow } from './store.ts';

/** What stays in view beside a car: the car, its price and margin, its age, what is to be done. */
export function Beside() {
  const store = useNewCar();
  const values = useStore(store.$value);
  const papers = useStore(store.papers.$rows);
  const car = useNewCarNow();
  const { body, paint, maker, model, options } = car;
  return (
    <aside className="car-aside">
      <div className="card car-shape">
        <Silhouette body={body} colour={paint} label={[maker, model, options[0]].filter(Boolean).join(' ')} />
      </div>
      <Aside car={car} values={values} papers={papers} />
    </aside>
  );
}
