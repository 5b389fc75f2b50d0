import { apiPath } from '#site/lib/call.ts';
import type { Row } from '#site/ui/list/table/columns.ts';
import { Silhouette } from './Silhouette.tsx';

/** The car of a row in a list: its first photo if it has one, else its drawing. */
export function CarPicture({ row: { coverId, body, paint, colour } }: { row: Row }) {
  if (typeof coverId === 'number')
    return (
      <img
        src={apiPath('GET /uploads/:id', { params: { id: coverId }, query: { size: 'small' } })}
        alt=""
        width={72}
        height={48}
        loading="lazy"
      />
    );
  return <Silhouette body={String(body)} colour={(paint ?? colour ?? null) as string | null} />;
}
