import type { ContractSettings } from './contracts/setting-fields.ts';
import type { NationalFacts } from './preferences/national.ts';
import type { FiscalSettings } from './preferences/fiscal.ts';
import type { ProvinceSettings } from './preferences/province-fields.ts';
import type { LeadSettings } from './leads/setting-fields.ts';
import type { PrivacySettings } from './privacy/setting-fields.ts';
import type { QuoteSettings } from './quotes/settings/fields.ts';
import type { ReportSettings } from './reports/setting-fields.ts';
import type { StarterSettings } from './preferences/starter.ts';
import type { StockSettings } from './stock/setting-fields.ts';
import type { UsedSettings } from './stock/used-setting-fields.ts';

type Named<Group extends string, S> = { [K in keyof S & string as `${Group}.${K}`]: S[K] };

/** A company's parameters by name; the settings of each area define them and their defaults. */
export type CompanyParams = Named<'quotes', QuoteSettings> &
  Named<'contracts', ContractSettings> &
  Named<'fiscal', FiscalSettings> &
  Named<'leads', LeadSettings> &
  Named<'national', NationalFacts> &
  Named<'provinces', ProvinceSettings> &
  Named<'privacy', PrivacySettings> &
  Named<'reports', ReportSettings> &
  Named<'starter', StarterSettings> &
  Named<'stock', StockSettings> &
  Named<'used', UsedSettings>;
