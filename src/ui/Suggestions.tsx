import type { ReactNode } from 'react';
import './combobox.css';

/** The choices below a field, one of them active; `pick` chooses one. */
export function Suggestions(props: {
  id: string;
  label: string;
  open: boolean;
  message: string | false;
  choices: readonly { key: number | string; shown: ReactNode; pick: () => void }[];
  active: number;
  onActive: (index: number) => void;
}) {
  const { id, label, open, message, choices, active, onActive } = props;
  return (
    // A press in the list must not take the focus from the field: the list would close before the click.
    <span className="combobox-list" role="presentation" hidden={!open} onMouseDown={(event) => event.preventDefault()}>
      <span role="status">{open && message}</span>
      <ul role="listbox" id={id} aria-label={label}>
        {choices.map(({ key, shown, pick }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys, by aria-activedescendant
          <li
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            ref={(node) => {
              if (open && index === active) node?.scrollIntoView({ block: 'nearest' });
            }}
            onMouseMove={() => index !== active && onActive(index)}
            onClick={pick}
          >
            {shown}
          </li>
        ))}
      </ul>
    </span>
  );
}
