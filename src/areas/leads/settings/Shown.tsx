import type { LeadTemplate, ResultWord } from '#domain/leads/setting-fields.ts';
import { actionResults, actionTypes, templateChannels } from '#domain/leads/terms.ts';
import { filledIn, messageVariables, variableCategories, type Variable } from '#domain/leads/variables.ts';
import { leadSettings as words } from '#site/messages/it/leads-settings.ts';
import './settings.css';

/** The templates; as an example with a value for each variable, and the variables to choose among. */
export function Templates({ rows, isExample = false }: { rows: readonly LeadTemplate[]; isExample?: boolean }) {
  const read = (text: string) => (isExample ? filledIn(text, words.exampleValues).text : text);
  return (
    <>
      {isExample && (
        <>
          <p>{words.variables}</p>
          <dl className="lead-variables">
            {variableCategories.map((category) => (
              <div key={category}>
                <dt>{category}</dt>
                <dd>
                  {(Object.keys(messageVariables) as Variable[])
                    .filter((name) => messageVariables[name] === category)
                    .map((name) => `{${name}}`)
                    .join(' ')}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {rows.map(({ name, channel, subject, text }, at) => (
        <details key={at}>
          <summary>
            {name} <small className="muted">{templateChannels[channel]}</small>
          </summary>
          {subject && (
            <p>
              <b>{read(subject)}</b>
            </p>
          )}
          <p className="written">{read(text)}</p>
        </details>
      ))}
    </>
  );
}

/** The words for results in their colours, with what each stands on. */
export const Results = ({ rows }: { rows: readonly ResultWord[] }) => (
  <ul className="lead-results">
    {rows.map(({ label, type, result, colour }, at) => (
      <li key={at}>
        <svg width="12" height="12" aria-hidden="true">
          <circle cx="6" cy="6" r="5" fill={colour} />
        </svg>{' '}
        <b>{label}</b>{' '}
        <small className="muted">
          {actionTypes[type]}, {actionResults[result].label}
        </small>
      </li>
    ))}
  </ul>
);
