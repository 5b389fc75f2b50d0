import { lazy, useState } from 'react';
import { reasonFields, type ReasonedMove } from '#domain/contracts/reason-fields.ts';
import type { ReasonAnswer } from '#domain/contracts/setting-endpoints.ts';
import { t } from '#site/lib/intl.ts';
import { contractSettings as words } from '#site/messages/it/contracts-settings.ts';
import { EditCard } from '#site/ui/dated/EditCard.tsx';
import { SettingShown } from '#site/ui/dated/SettingShown.tsx';
import { toast } from '#site/ui/toast.ts';

const ReasonsForm = lazy(() => import('./ReasonsForm.tsx'));

/** The reasons among which whoever sends a contract back chooses, move by move. */
export function MoveReasons({ data }: { data: ReasonAnswer }) {
  const [saved, setSaved] = useState(data);
  const [edited, setEdited] = useState<ReasonedMove | null>(null);
  const close = () => setEdited(null);
  return (
    <section aria-labelledby="reasons">
      <h2 id="reasons">{words.reasons}</h2>
      <p className="muted">{words.reasonsHelp}</p>
      <div className="settings">
        {saved.moves.map(({ move, label, reasons }) => (
          <EditCard
            key={move}
            id={`reasons-${move}`}
            title={label}
            editing={edited === move}
            onEdit={edited === null ? () => setEdited(move) : undefined}
            renderForm={() => (
              <ReasonsForm
                move={move}
                label={label}
                data={saved}
                onSaved={(answer) => {
                  setSaved(answer);
                  close();
                  void toast(t(words.reasonsSaved, { move: label }), { kind: 'ok' });
                }}
                onClose={close}
              />
            )}
          >
            <SettingShown fields={reasonFields} keys={['reasons']} values={{ reasons }} />
          </EditCard>
        ))}
      </div>
    </section>
  );
}
