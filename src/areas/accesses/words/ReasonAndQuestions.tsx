import { useEffect, useState } from 'react';
import type { Offered } from '#domain/accesses/words/endpoints.ts';
import { visit } from '#site/messages/it/accesses.ts';
import { receptionWords as words } from '#site/messages/it/reception-words.ts';
import type { Typed } from '../arrivals.ts';
import { Questions } from './Questions.tsx';
import { offeredWords } from './read.ts';

interface Props {
  typed: Typed;
  set: (patch: Partial<Typed>) => void;
}

/** Why somebody comes, and the questions of the reception, as far as the company or its network has any. */
export default function ReasonAndQuestions({ typed, set }: Props) {
  const [reasons, setReasons] = useState<readonly Offered[]>([]);
  useEffect(() => {
    let gone = false;
    void offeredWords().then((read) => gone || setReasons(read.reasons));
    return () => {
      gone = true;
    };
  }, []);
  return (
    <>
      {reasons.length > 0 && (
        <label>
          {visit.reason}
          <select
            className="reception-input"
            value={typed.reason ?? ''}
            onChange={({ target: { value } }) => set({ reason: value || null })}
          >
            <option value="">{words.unasked}</option>
            {reasons.map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <Questions value={typed.answers ?? []} onChange={(answers) => set({ answers: [...answers] })} />
    </>
  );
}
