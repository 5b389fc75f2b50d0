import { useState } from 'react';
import { purposes } from '#domain/upload-purposes.ts';
import { damageKinds, type DamageKind } from '#domain/stock/damages.ts';
import { MOST_PHOTOS, damageFields, type Damage } from '#domain/valuations/fields.ts';
import { usualCost, type DamageCosts } from '#domain/valuations/estimate.ts';
import { middles } from '#domain/valuations/places.ts';
import { places, type Place } from '#domain/valuations/terms.ts';
import { t } from '#site/lib/intl.ts';
import { upload } from '#site/lib/upload.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { choicesOf } from '#site/ui/choices.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Field, Select } from '#site/ui/Field.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { PhoneFiles } from '#site/ui/record/form/PhoneFiles.tsx';
import { useLeaving } from '#site/ui/useLeaving.tsx';

interface PhotosProps {
  photos: Damage['photos'];
  onWaiting: (waiting: boolean) => void;
  onChange: (change: (photos: Damage['photos']) => Damage['photos']) => void;
}

/** Photos of a damage, from this device or from the phone. */
function Photos({ photos, onWaiting, onChange }: PhotosProps) {
  const [failure, setFailure] = useState('');
  const addPhoto = (id: number) => onChange((now) => [...now, id].slice(0, MOST_PHOTOS));
  const send = async (files: readonly File[]) => {
    setFailure('');
    onWaiting(true);
    try {
      for (const file of files.slice(0, MOST_PHOTOS - photos.length)) {
        if (file.size > purposes.valuation_photo.mostBytes) throw new Error(`${file.name}: al massimo 25 MB`);
        const { id } = await upload('POST /uploads', { purpose: 'valuation_photo' }, file, () => undefined);
        addPhoto(id);
      }
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      onWaiting(false);
    }
  };
  return (
    <>
      <div className="damage-photos">
        {photos.map((id, n) => (
          <span key={id} className="chip">
            {words.photos} {n + 1}
            <button
              type="button"
              className="icon close"
              aria-label={t(words.removePhoto, { n: n + 1 })}
              onClick={() => onChange((now) => now.filter((one) => one !== id))}
            />
          </span>
        ))}
        {photos.length < MOST_PHOTOS && (
          <>
            <label className="btn small">
              {words.addPhoto}
              <input
                className="sr-only"
                type="file"
                name="photos"
                accept="image/*"
                multiple
                onChange={({ currentTarget }) => {
                  void send([...(currentTarget.files ?? [])]);
                  currentTarget.value = '';
                }}
              />
            </label>
          </>
        )}
      </div>
      {failure && <p className="callout bad">{failure}</p>}
      <PhoneFiles
        purpose="valuation_photo"
        most={MOST_PHOTOS - photos.length}
        small
        taken={photos}
        onFiles={(files) => files.forEach(({ id }) => addPhoto(id))}
      />
    </>
  );
}

interface Props {
  damage: Damage;
  /** What the company's tables say a damage costs. */
  costs: DamageCosts;
  isNew: boolean;
  onClose: () => void;
  /** Null deletes it; absent: who looks may not change it. */
  onSave: ((damage: Damage | null) => Promise<void>) | undefined;
}

/** One damage: where, what, its cost, and photos from this device or from the phone. */
export default function DamageDialog({ damage: given, costs, isNew, onClose, onSave }: Props) {
  const [damage, setDamage] = useState(given);
  const [waiting, setWaiting] = useState(false);
  const { leave, question } = useLeaving(JSON.stringify(damage) !== JSON.stringify(given), onClose);
  const patch = (change: Partial<Damage>) => setDamage((now) => ({ ...now, ...change }));
  return (
    <>
      <Dialog
        open
        title={isNew ? words.addDamage : places[damage.place]}
        onClose={() => leave()}
        actions={
          onSave && (
            <>
              {!isNew && (
                <button type="button" className="btn" onClick={() => void onSave(null)}>
                  {words.removeDamage}
                </button>
              )}
              <button
                type="button"
                className="btn primary"
                data-save
                disabled={waiting}
                onClick={() => void onSave(damage)}
              >
                {words.save}
              </button>
            </>
          )
        }
      >
        <fieldset className="damage-form" disabled={!onSave}>
          <Select
            name="place"
            label={damageFields.place.label}
            options={choicesOf(places)}
            value={damage.place}
            onChange={({ currentTarget }) => {
              const place = currentTarget.value as Place;
              patch({ place, x: middles[place][0], y: middles[place][1] });
            }}
          />
          <Select
            name="kind"
            label={damageFields.kind.label}
            options={choicesOf(damageKinds)}
            value={damage.kind}
            onChange={({ currentTarget }) => {
              const kind = currentTarget.value as DamageKind;
              const isUsual = damage.amount === usualCost(costs, damage.kind);
              patch({ kind, ...(isUsual && { amount: usualCost(costs, kind) }) });
            }}
          />
          <MoneyField
            name="amount"
            label={damageFields.amount.label}
            min={0}
            value={damage.amount}
            onChange={(amount) => patch({ amount })}
          />
          <Field
            name="note"
            label={damageFields.note.label}
            maxLength={120}
            value={damage.note}
            onChange={({ currentTarget }) => patch({ note: currentTarget.value })}
          />
          <Photos
            photos={damage.photos}
            onWaiting={setWaiting}
            onChange={(change) => setDamage((now) => ({ ...now, photos: change(now.photos) }))}
          />
        </fieldset>
      </Dialog>
      {question}
    </>
  );
}
