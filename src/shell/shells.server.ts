import type { LayoutName } from '../routes.ts';

/** What a layout shows around its content (specification §2, "Layouts"). */
export interface Shell {
  bar: 'dealer' | 'fms' | null;
  /** The back button goes to the parent path, or one step back in the history. */
  back: 'parent' | 'history' | null;
  settings: '/dealer/settings' | '/fms/settings' | null;
  /** The link to the latest release opens here or in a new tab. */
  release: 'same' | 'tab' | null;
  /** Shows a button that reloads /reception. */
  restart: boolean;
  /** Shows system alerts beside the work. */
  alerts: boolean;
  /** The work needs the bar: search and name shrink to icons. */
  lean: boolean;
}

const dealer: Shell = {
  bar: 'dealer',
  back: 'parent',
  settings: '/dealer/settings',
  release: 'same',
  restart: false,
  alerts: false,
  lean: false,
};
const fms: Shell = { ...dealer, bar: 'fms', settings: '/fms/settings', release: null };
const bare: Shell = { ...dealer, bar: null, back: null, settings: null, release: null };

export const shells: Record<LayoutName, Shell> = {
  dealer,
  default: dealer,
  internal: { ...dealer, back: 'history' },
  contract: dealer,
  newContract: { ...dealer, lean: true },
  quotation: { ...dealer, settings: null, release: 'tab', alerts: true },
  quotationTemplate: { ...dealer, release: 'tab', alerts: true, lean: true },
  reception: { ...dealer, back: null, restart: true },
  fms,
  catalog: fms,
  public: bare,
  simple: bare,
};
