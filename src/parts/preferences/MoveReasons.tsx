import { lazy, useState } from 'react';
import { leadReasonFields, reasonFields } from '#domain/record/reason-fields.ts';
import type { ReasonAnswer } from '#domain/record/reasons.ts';
import { t } from '#site/lib/intl.ts';
import { reasons as words } from '#site/messages/it/reasons.ts';
import { EditCard } from '#site/ui/dated/EditCard.tsx';
import { SettingShown } from '#site/ui/dated/SettingShown.tsx';
import { toast } from '#site/ui/toast.ts';
import type { ReasonedArea } from './ReasonsForm.tsx';

const ReasonsForm = lazy(() => import('./ReasonsForm.tsx'));

/** The reasons among which whoever makes a move chooses, move by move. */
export function MoveReasons({ area, data }: { area: ReasonedArea; data: ReasonAnswer }) {
  const [saved, setSaved] = useState(data);
  const [edited, setEdited] = useState<string | null>(null);
  const close = () => setEdited(null);
  return (
    <section aria-labelledby={`reasons-${area}`}>
      <h2 id={`reasons-${area}`}>{words.titles[area]}</h2>
      <p className="muted">{words.help[area]}</p>
      <div className="settings">
        {saved.moves.map(({ move, label, reasons }) => (
          <EditCard
            key={move}
            id={`reasons-${area}-${move}`}
            title={label}
            editing={edited === move}
            onEdit={edited === null ? () => setEdited(move) : undefined}
            renderForm={() => (
              <ReasonsForm
                area={area}
                move={move}
                label={label}
                data={saved}
                onSaved={(answer) => {
                  setSaved(answer);
                  close();
                  void toast(t(words.saved, { move: label }), { kind: 'ok' });
                }}
                onClose={close}
              />
            )}
          >
            <SettingShown
              fields={area === 'leads' ? leadReasonFields : reasonFields}
              keys={['reasons']}
              values={{ reasons }}
            />
          </EditCard>
        ))}
      </div>
    </section>
  );
}
