import { islandPaths } from './icon-paths.ts';
import type { IslandIcon } from './icon.ts';

interface Props {
  name: IslandIcon;
  size?: number;
  className?: string;
  /** Accessible name; an icon without a name is decoration. */
  label?: string;
}

export function Icon({ name, size = 18, className = '', label }: Props) {
  const a11y = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg className={`i ${className}`} width={size} height={size} viewBox="0 0 24 24" {...a11y}>
      <path d={islandPaths[name]} />
    </svg>
  );
}
