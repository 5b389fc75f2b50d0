import type { CustomCellEditorProps } from 'ag-grid-react';
import { useEffect, useRef } from 'react';
import type { Choice } from './editing.ts';

/** Chooses a value of a field in its cell. The list opens together with the cell, and a choice closes both. */
export function ChoiceEditor({
  value,
  choices,
  column,
  onValueChange,
  stopEditing,
}: CustomCellEditorProps & { choices: readonly Choice[] }) {
  const ref = useRef<HTMLSelectElement>(null);
  // An old value stays chosen even if the form no longer offers it.
  const known = choices.some((one) => one.value === value);
  const all = known ? choices : [...choices, { value, label: String(value) }];
  useEffect(() => {
    ref.current!.focus();
    try {
      ref.current!.showPicker();
    } catch {
      // Some browsers do not let a script open the list: arrows and letters still choose.
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
