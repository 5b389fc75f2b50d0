import { useEffect, useState } from 'react';
import { withAnswer, type Answered } from '#domain/accesses/words/answers.ts';
import type { ReceptionWords } from '#domain/accesses/words/endpoints.ts';
import { textsOf } from '#site/ui/choices.ts';
import { Select } from '#site/ui/Field.tsx';
import { receptionWords as words } from '#site/messages/it/reception-words.ts';
import { readWords } from './read.ts';

interface Props {
  value: unknown;
  error?: string | null | undefined;
  readOnly?: boolean;
  onChange: (answers: readonly Answered[]) => void;
}

/** The questions of the reception, each with its answers; one that is retired is shown where it was answered. */
export function Questions({ value, error, readOnly = false, onChange }: Props) {
  const given = value as readonly Answered[];
  const [questions, setQuestions] = useState<ReceptionWords['questions']>([]);
  useEffect(() => {
    let gone = false;
    void readWords().then(
      (read) => gone || setQuestions(read.questions),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  const answerTo = (code: string) => given.find(({ question }) => question === code)?.answer ?? '';
  const shown = questions.filter(({ code, retired }) => !retired || answerTo(code) !== '');
  if (shown.length === 0) return null;
  return (
    <div className="reception-questions">
      {shown.map(({ code, label, answers }) => {
        const answer = answerTo(code);
        const known = answer === '' || answers.includes(answer) ? answers : [...answers, answer];
        return (
          <Select
            key={code}
            name={`question-${code}`}
            label={label}
            options={textsOf(known)}
            empty={words.unasked}
            disabled={readOnly}
            value={answer}
            onChange={({ currentTarget: { value: chosen } }) =>
              onChange(withAnswer(given, { question: code, answer: chosen }))
            }
          />
        );
      })}
      {error && <p className="error">{error}</p>}
    </div>
  );
}
