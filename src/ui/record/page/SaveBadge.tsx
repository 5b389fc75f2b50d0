import { useStore } from '@nanostores/react';
import { moment, t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { useThisRecord } from '../store/context.ts';

const tones = { failed: 'bad', invalid: 'bad', conflict: 'warn' } as const satisfies { [kind: string]: Tone };

/** Says whether the record is on the server. An error is explained in words, and a press tries again. */
export function SaveBadge() {
  const record = useThisRecord();
  const state = useStore(record.$save);
  const { autosave } = record;
  let text: string;
  if (state.kind === 'idle') text = record.spec.words.fresh;
  else if (state.kind === 'saved') text = t(record.spec.words.saved, { time: moment(state.at).replace('oggi ', '') });
  // An error that belongs to no field appears here.
  else if (state.kind === 'invalid' && Object.keys(state.fields).length === 0) text = state.message;
  else text = words.save[state.kind];
  const trouble = state.kind === 'failed' || state.kind === 'invalid' || state.kind === 'conflict';
  return (
    <span className="saved" role="status">
      {trouble ? (
        <button
          type="button"
          className={`badge b-${tones[state.kind]}`}
          title={'message' in state ? state.message : undefined}
          onClick={() => (state.kind === 'conflict' ? autosave.ask(true) : void autosave.flush())}
        >
          {text}
        </button>
      ) : (
        <StateBadge tone="mute">{text}</StateBadge>
      )}
    </span>
  );
}
