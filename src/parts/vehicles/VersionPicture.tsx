import { apiPath } from '#site/lib/call.ts';
import { Silhouette } from './Silhouette.tsx';

type Size = 'large' | 'small';

/** The address of a picture of a version. */
export const imageHref = (id: number, size: Size = 'small') =>
  apiPath('GET /catalog/images/:id', { params: { id }, query: { size } });

interface Props {
  image: number | null | undefined;
  body: string;
  colour?: string | null;
  label?: string | undefined;
  size?: Size;
}

/** A picture of a version as the manufacturer shows it, else its drawing. */
export function VersionPicture({ image, size = 'small', ...drawn }: Props) {
  if (!image) return <Silhouette {...drawn} />;
  return (
    <img
      className="version-picture"
      src={imageHref(image, size)}
      alt={drawn.label ?? ''}
      width={480}
      height={320}
      loading="lazy"
    />
  );
}
