import { mayStep } from '#domain/imports/terms.ts';
import { integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import type { Import } from './useImport.ts';

/** What can be done with an import now; its next step is the primary one. */
export function ImportActions({ one: { it, busy, check, start, stop, undo } }: { one: Import }) {
  const good = it && it.state === 'ready' ? it.created + it.updated : 0;
  const button = (label: string, run: () => void, kind = '', disabled = false) => (
    <button type="button" className={`btn ${kind}`} disabled={disabled || busy} aria-busy={busy} onClick={run}>
      {label}
    </button>
  );
  const verb = good === 0 ? words.verb : good === 1 ? words.importRow : t(words.importRows, { n: integer(good) });
  return (
    <>
      {it && mayStep('stop', it.state) && button(words.stop, () => void stop())}
      {it && it.isKept && mayStep('undo', it.state) && button(words.undo, () => void undo())}
      {it?.state === 'stopped' && it.isKept && button(words.resume, () => void start(), 'primary')}
      {it?.state === 'mapping' &&
        button(
          it.total === 1 ? words.checkOne : t(words.check, { n: integer(it.total) }),
          () => void check(),
          'primary',
        )}
      {it?.state === 'ready' && button(verb, () => void start(), 'primary', good === 0)}
    </>
  );
}
