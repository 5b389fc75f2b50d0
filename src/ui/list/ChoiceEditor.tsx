import type { CustomCellEditorProps } from 'ag-grid-react';
import { useEffect, useRef } from 'react';
import type { Choice } from './editing.ts';

/** One of a field's values, chosen in its cell: the list opens with the cell, and choosing closes both. */
export function ChoiceEditor({
  value,
  choices,
  column,
  onValueChange,
  stopEditing,
}: CustomCellEditorProps & { choices: readonly Choice[] }) {
  const ref = useRef<HTMLSelectElement>(null);
  // A value from before, which the form would not offer, stays chosen.
  const known = choices.some((one) => one.value === value);
  const all = known ? choices : [...choices, { value, label: String(value) }];
  useEffect(() => {
    ref.current!.focus();
    try {
      ref.current!.showPicker();
    } catch {
      // Not every browser opens it by script: arrows and letters choose all the same.
    }
  }, []);
  return (
    <select
      ref={ref}
      aria-label={column.getColDef().headerName}
      value={all.findIndex((one) => one.value === value)}
      onChange={({ currentTarget }) => {
        onValueChange(all[Number(currentTarget.value)]!.value);
        stopEditing();
      }}
    >
      {all.map(({ label }, index) => (
        <option key={label} value={index}>
          {label}
        </option>
      ))}
    </select>
  );
}
