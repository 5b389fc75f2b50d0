import { lazy, useState } from 'react';
import { day } from '#domain/italian.ts';
import { dayInRome } from '#domain/dates.ts';
import type { PrivacyText } from '#domain/privacy/schema.ts';
import { texts as kinds, type TextKind } from '#domain/privacy/terms.ts';
import { t } from '#site/lib/intl.ts';
import { privacy } from '#site/messages/it/privacy.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import './privacy.css';

const TextDialog = lazy(() => import('./TextDialog.tsx'));
const words = privacy.texts;
const versionOf = ({ version, at, who }: PrivacyText) =>
  t(words.version, { n: version, day: day(dayInRome(new Date(at))), who });

/** The texts of the company, each with the current version and earlier ones. */
export function Texts({ list, initial }: { list: PrivacyText[]; initial: Readonly<Record<TextKind, string>> }) {
  const [all, setAll] = useState(list);
  const [edited, setEdited] = useState<TextKind | null>(null);
  const versionsOf = (kind: TextKind) => all.filter((text) => text.kind === kind);
  return (
    <section className="card pad">
      <h2>{words.title}</h2>
      <p className="muted">{words.help}</p>
      {(Object.keys(kinds) as TextKind[]).map((kind) => {
        const [now, ...before] = versionsOf(kind);
        return (
          <div className="privacy-text" key={kind}>
            <header>
              <h3 className="grow">{kinds[kind]}</h3>
              <button
                type="button"
                className="btn small"
                aria-label={`${words.publish}: ${kinds[kind]}`}
                onClick={() => setEdited(kind)}
              >
                {words.publish}
              </button>
            </header>
            <small>{now ? versionOf(now) : words.initial}</small>
            <p className="written">{now?.text ?? initial[kind]}</p>
            {before.length > 0 && (
              <details>
                <summary>{words.before}</summary>
                {before.map((text) => (
                  <div key={text.id}>
                    <small>{versionOf(text)}</small>
                    <p className="written">{text.text}</p>
                  </div>
                ))}
              </details>
            )}
          </div>
        );
      })}
      <OnDemand>
        {edited && (
          <TextDialog
            kind={edited}
            text={versionsOf(edited)[0]?.text ?? initial[edited]}
            onClose={() => setEdited(null)}
            onSaved={(text) => {
              setAll([text, ...all]);
              setEdited(null);
              void toast(t(words.published, { title: kinds[text.kind], n: text.version }), { kind: 'ok' });
            }}
          />
        )}
      </OnDemand>
    </section>
  );
}
