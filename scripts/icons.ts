/** Draws src/ui/icons.svg, the sprite of all icons of src/ui/icon.ts: `npm run icons`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { iconNames } from '../src/ui/icon.ts';

const root = join(import.meta.dirname, '..');

/** The sprite as text: one symbol per icon, with what lucide draws in its 24 × 24 field. */
export function drawSprite(): string {
  const symbols = iconNames.map((name) => {
    const icon = readFileSync(join(root, `node_modules/lucide-static/icons/${name}.svg`), 'utf8');
    const shapes = icon.replace(/^[^]*?<svg[^>]*>|<\/svg>\s*$/g, '').replace(/\s*\n\s*/g, '');
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replaceAll(' />', '/>')}</symbol>\n`;
  });
  return `<!-- lucide.dev, ISC licence. Made by scripts/icons.ts -->\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('')}</svg>\n`;
}

if (import.meta.main) writeFileSync(join(root, 'src/ui/icons.svg'), drawSprite());
