import { useEffect, useState } from 'react';
import { mentionsIn } from '#domain/record/comment-terms.ts';
import type { Comment } from '#domain/record/comments.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { comments as words } from '#site/messages/it/kit.ts';
import { toast } from '../toast.ts';
import type { Commented, Page } from './comments.ts';
import { Writer, type Started } from './Writer.tsx';
import { initialsOf } from '../initials.ts';
import './comments.css';

/** So many of the newest comments are shown until somebody asks for the others. */
const SHOWN = 3;

function Said({ comment: { by, at, text, mentions } }: { comment: Comment }) {
  return (
    <li>
      <i aria-hidden>{initialsOf(by.name)}</i>
      <p>
        <b>{by.name}</b>{' '}
        <time className="muted" dateTime={at}>
          {moment(at)}
        </time>
      </p>
      {text ? (
        <p className="said">
          {mentionsIn(
            text,
            mentions.map(({ name }) => name),
          ).map(({ text: part, name }, index) => (name ? <mark key={index}>{part}</mark> : part))}
        </p>
      ) : (
        <p className="muted">{words.erased}</p>
      )}
    </li>
  );
}

const none: Page = { rows: [], total: 0, more: false };

/**
 * What colleagues write to each other at a record, the newest below. The page reads the first ones on the server; of a
 * record that was made on the page there are none to be given.
 */
export function Comments({
  area,
  id,
  given,
  start,
  onSent,
}: {
  area: Commented;
  id: number;
  given: Page | null;
  /** What somebody has begun to write elsewhere on the page. */
  start?: Started | undefined;
  /** Hears the newest comments after one is sent. */
  onSent?: (fresh: Page) => Promise<void>;
}) {
  const [page, setPage] = useState(given ?? none);
  const [all, setAll] = useState(false);
  const [writing, setWriting] = useState(false);
  const { rows, total, more } = page;
  const shown = all ? rows : rows.slice(-SHOWN);
  const read = (before?: number) => call(`GET /${area}/:id/comments`, { params: { id }, query: { before } });
  useEffect(() => {
    if (!given) read().then(setPage, console.info);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each record
  }, [area, id]);
  const older = async () => {
    setAll(true);
    if (!all || !more) return;
    const found = await read(rows[0]!.id);
    setPage((now) => ({ ...now, more: found.more, rows: [...found.rows, ...now.rows] }));
  };
  return (
    <section className="card sec comments" id="comments">
      <header>
        <h2 className="grow">{words.title}</h2>
        {total > 0 && <span className="count">{total}</span>}
      </header>
      {shown.length < total && (
        <button
          type="button"
          className="link"
          onClick={() => void older().catch((error: Error) => toast(error.message, { kind: 'bad' }))}
        >
          {t(words.older, { n: total - shown.length })}
        </button>
      )}
      {shown.length > 0 && (
        <ol aria-live="polite">
          {shown.map((comment) => (
            <Said key={comment.id} comment={comment} />
          ))}
        </ol>
      )}
      {writing || start ? (
        <Writer
          start={start}
          area={area}
          id={id}
          onSent={async () => {
            const fresh = await read();
            setPage((now) => ({ ...fresh, ...(all && joined(now, fresh)) }));
            await onSent?.(fresh);
          }}
        />
      ) : (
        <button type="button" className="comment-field" onClick={() => setWriting(true)}>
          {words.placeholder}
        </button>
      )}
    </section>
  );
}

/** The newest comments below those that were already read. */
const joined = (now: Page, fresh: Page): Pick<Page, 'rows' | 'more'> => {
  const first = fresh.rows[0]?.id ?? 0;
  const before = now.rows.filter(({ id }) => id < first);
  return { rows: [...before, ...fresh.rows], more: before.length > 0 ? now.more : fresh.more };
};
