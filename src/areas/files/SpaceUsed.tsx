import { fileSize } from '#domain/file-size.ts';
import type { Space } from '#domain/files/schema.ts';
import { t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';

/** How much of the room for files is taken. */
export const SpaceUsed = ({ space: { used, quota } }: { space: Space }) => (
  <div className="files-space">
    <span>
      {words.space} <b>{t(words.spaceOf, { used: fileSize(used), quota: fileSize(quota) })}</b>
    </span>
    <meter max={quota} value={used} aria-label={words.space} />
  </div>
);
