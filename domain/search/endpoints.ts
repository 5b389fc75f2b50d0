import { z } from 'zod';
import { endpoint, forEveryCompany } from '../endpoint.ts';

/** The icons that hits may have, which the palette preloads. */
export const HIT_ICONS = [
  'building-2',
  'calendar-days',
  'car',
  'contact',
  'door-open',
  'file-text',
  'magnet',
  'user-round',
] as const;

/** A hit of the command palette. */
export const hit = z.object({
  /** Kind of the hit, and the name of its icon. */
  label: z.string(),
  icon: z.enum(HIT_ICONS),
  title: z.string(),
  subtitle: z.string(),
  href: z.string(),
});

export const search = forEveryCompany({
  'GET /search': endpoint({
    summary:
      'Find customers, quotes, cars and colleagues by name, number, plate or identifier; for the manufacturer, versions of the catalogue',
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    answer: z.array(hit),
  }),
});
