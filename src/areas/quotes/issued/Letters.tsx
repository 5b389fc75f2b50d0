import type { CallAnswer } from '#domain/endpoints.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { Timeline } from '#site/ui/Timeline.tsx';

/** Longer ones are folded. */
const SHORT = 160;

/** What happened, with what was written to the customer and back; presses to answer are heard around it (answering.ts). */
export const Letters = ({
  events,
  answers = false,
}: {
  events: CallAnswer<'GET /quotes/:id/timeline'>['events'];
  answers?: boolean;
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
        {question !== undefined && answers && (
          <button type="button" className="btn small" data-press={question}>
            {words.next.answer}
          </button>
        )}
      </>
    )}
  />
);
