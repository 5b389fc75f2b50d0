import { lazy, useState } from 'react';
import { apiPath } from '#site/lib/call.ts';
import { person as words } from '#site/messages/it/privacy.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const EraseDialog = lazy(() => import('./EraseDialog.tsx'));

/** The actions on all data held about a person. */
export function PersonData({ id, mayManage, mayErase }: { id: number; mayManage: boolean; mayErase: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <section className="card sec" id="person-data">
      <h2>{words.title}</h2>
      {mayManage && <p className="muted">{words.exportHelp}</p>}
      <p className="row">
        {mayManage && (
          <a className="btn" download href={apiPath('GET /persons/:id/export', { params: { id } })}>
            {words.export}
          </a>
        )}
        {mayManage && (
          <a className="btn" href={`/dealer/customers/duplicates?kept=${id}`}>
            {words.duplicates}
          </a>
        )}
        {mayErase && (
          <button type="button" className="btn danger" onClick={() => setAsking(true)}>
            {words.erase}
          </button>
        )}
      </p>
      <OnDemand>{asking && <EraseDialog id={id} onClose={() => setAsking(false)} />}</OnDemand>
    </section>
  );
}
