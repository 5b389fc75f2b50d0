import { telephone } from '#domain/italian.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { templateChannels } from '#domain/leads/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { Log } from './Log.tsx';
import { keepLogged, loggedOf, tellLogged } from './logged.ts';
import { reaches, type LogProps } from './log-props.ts';
import { titleOf } from './Head.tsx';
import { useCall } from './useCall.ts';
import type { How } from './Write.tsx';

interface Props extends Omit<LogProps, 'onAsked' | 'onSaved'> {
  onWrite: (how: How) => void;
  onSaved: (lead: Lead) => void;
}

/** The panel of one lead: call or write, say how it went and what comes next, and what is sent. */
export function Panel({ onWrite, onSaved, ...props }: Props) {
  const { lead, terms, next } = props;
  const watch = useCall();
  const mayWrite = lead.offered.includes('write') && !lead.silent;
  return (
    <aside className="lead-panel card" aria-label={words.panel}>
      <div className="lead-ways">
        {lead.silent && <p className="callout bad">{words.quiet}</p>}
        {lead.phone && !lead.silent && (
          <a className="btn primary" href={`tel:${lead.phone}`} onClick={watch.start}>
            {words.call}
          </a>
        )}
        {mayWrite &&
          keysOf(templateChannels)
            .filter((channel) => reaches(lead, channel))
            .map((channel) => (
              <button key={channel} type="button" className="btn" onClick={() => onWrite({ channel })}>
                {templateChannels[channel]}
              </button>
            ))}
      </div>
      {watch.lasts !== null && (
        <p className="lead-calling" role="timer">
          <b>{telephone(lead.phone ?? '')}</b> {t(words.onLine, { lasts: watch.lasts })}{' '}
          <span>{t(words.attempt, { n: lead.unanswered + 1, most: terms.mostUnanswered })}</span>
        </p>
      )}
      <div className="lead-work">
        {lead.offered.includes('log') && (
          <Log
            key={lead.id}
            {...props}
            onAsked={watch.stop}
            onSaved={(saved, { goesOn, template, booked }) => {
              const logged = loggedOf(saved, titleOf(saved), booked);
              onSaved(saved);
              if (goesOn && next && !template) {
                keepLogged(logged);
                return location.assign(next);
              }
              tellLogged(logged, onSaved);
              if (template) onWrite({ template });
            }}
          />
        )}
        {mayWrite && terms.templates.length > 0 && (
          <details className="lead-templates">
            <summary>{words.templates}</summary>
            <div>
              {terms.templates.map(({ name, channel }) => (
                <button
                  key={name}
                  type="button"
                  className="btn small"
                  disabled={!reaches(lead, channel)}
                  onClick={() => onWrite({ template: name })}
                >
                  {name} <small className="muted">{templateChannels[channel]}</small>
                </button>
              ))}
            </div>
          </details>
        )}
      </div>
    </aside>
  );
}
