import { useState } from 'react';
import { t } from '#site/lib/intl.ts';
import { more as words } from '#site/messages/it/future-tables-parts.ts';
import { NumberField } from '#site/ui/NumberField.tsx';

interface Props {
  label: string;
  min: number;
  max: number;
  onAdd: (n: number) => void;
}

/** A duration or a mileage more in the grid. */
export default function More({ label, min, max, onAdd }: Props) {
  const [typed, setTyped] = useState<number | null>(null);
  const [missing, setMissing] = useState(false);
  const add = () => {
    setMissing(typed === null);
    if (typed !== null) onAdd(typed);
    setTyped(null);
  };
  return (
    <div className="row">
      <NumberField
        nullable
        name={label}
        label={label}
        min={min}
        max={max}
        value={typed}
        error={missing && typed === null ? t(words.missing, { min, max }) : null}
        onChange={setTyped}
      />
      <button type="button" className="btn" onClick={add}>
        {words.add}
      </button>
    </div>
  );
}
