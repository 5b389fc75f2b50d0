import type { NetworkFile } from '#domain/files/network.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { side as words } from '#site/messages/it/files-side.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Preview } from './Preview.tsx';

/** A file of the network, drawn here: not every browser shows a PDF by itself that may run nothing. */
export default function NetworkPreview({ file, onClose }: { file: NetworkFile; onClose: () => void }) {
  const { id, name, number } = file;
  const params = { id };
  const content = (query: { inline?: 'true' }) => apiPath('GET /network/files/:id/content', { params, query });
  return (
    <Dialog
      open
      size="l"
      title={name}
      onClose={onClose}
      actions={
        <a className="btn primary" href={content({})} download>
          {words.download}
        </a>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className="files-preview" role="region" tabIndex={0} aria-label={t(words.preview, { name })}>
        <Preview
          file={file}
          picture={apiPath('GET /network/files/:id/preview', { params, query: { number } })}
          content={content({ inline: 'true' })}
        />
      </div>
    </Dialog>
  );
}
