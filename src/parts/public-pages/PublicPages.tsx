import { useState, type ComponentType } from 'react';
import type { PublicPage } from '#domain/public-pages.ts';
import { t } from '#site/lib/intl.ts';
import { managing as words } from '#site/messages/it/public-pages.ts';
import type { Named } from '#site/ui/choices.ts';
import { Confirm } from '#site/ui/Dialog.tsx';
import { toast } from '#site/ui/toast.ts';
import './managing.css';
import { OnDemand } from '#site/ui/OnDemand.tsx';

export interface NewPageProps {
  named: Named;
  onSaved: (page: PublicPage) => void;
  onClose: () => void;
}

interface Props {
  title: string;
  about: string;
  pages: readonly PublicPage[];
  close: (pageId: number) => Promise<unknown>;
  /** The form of a new page, and what it chooses among. */
  form: ComponentType<NewPageProps>;
  named: Named;
}

/** The pages that a company opens to everybody: their addresses, how they are used, and their end. */
export function PublicPages({ title, about, pages: first, close, form: Form, named }: Props) {
  const [pages, setPages] = useState(first);
  const [isNew, setNew] = useState(false);
  const [closing, setClosing] = useState<PublicPage | null>(null);
  const copy = async (url: string) => {
    await navigator.clipboard.writeText(url);
    void toast(words.copied, { kind: 'ok' });
  };
  const end = async ({ id }: PublicPage) => {
    setClosing(null);
    try {
      await close(id);
      setPages((all) => all.filter((one) => one.id !== id));
      void toast(words.closed, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <section className="card pad public-pages">
      <div className="row">
        <h2 className="grow">{title}</h2>
        <button type="button" className="btn" onClick={() => setNew(true)}>
          {words.create}
        </button>
      </div>
      <p className="muted">{about}</p>
      {pages.length === 0 && <p>{words.none}</p>}
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <div>
              <b>{page.name}</b> <span className="muted">{page.what}</span>
              <code>{page.url}</code>
              <small className="muted">{t(words.used, { opened: page.opened, sent: page.sent })}</small>
            </div>
            <div className="row">
              <a className="btn" href={page.url} target="_blank" rel="noreferrer">
                {words.open}
              </a>
              <button type="button" className="btn" onClick={() => void copy(page.url)}>
                {words.copy}
              </button>
              <button type="button" className="btn" onClick={() => setClosing(page)}>
                {words.close}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {isNew && (
        <OnDemand>
          <Form
            named={named}
            onSaved={(page) => {
              setPages((all) => [page, ...all]);
              setNew(false);
            }}
            onClose={() => setNew(false)}
          />
        </OnDemand>
      )}
      <Confirm
        open={closing !== null}
        title={t(words.closeTitle, { name: closing?.name ?? '' })}
        text={words.closeText}
        verb={words.close}
        onConfirm={() => void end(closing!)}
        onClose={() => setClosing(null)}
      />
    </section>
  );
}
