import type { CallAnswer } from '#domain/endpoints.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { Timeline } from '#site/ui/Timeline.tsx';

/** Longer letters are folded; in characters. */
const SHORT = 160;

/** The history of the quote with the letters in both directions. `onAnswer` receives the question and its text. */
export const Letters = ({
  events,
  onAnswer,
}: {
  events: CallAnswer<'GET /quotes/:id/timeline'>['events'];
  onAnswer?: ((question: number, text: string) => void) | undefined;
}) => (
  <Timeline
    events={events}
    renderMore={({ text, question }) => (
      <>
        {text !== undefined &&
          (text.length <= SHORT ? (
            <p className="written letter">{text}</p>
          ) : (
            <details>
              <summary>{words.text}</summary>
              <p className="written letter">{text}</p>
            </details>
          ))}
        {question !== undefined && onAnswer && (
          <button type="button" className="btn small" onClick={() => onAnswer(question, text ?? '')}>
            {words.next.answer}
          </button>
        )}
      </>
    )}
  />
);
