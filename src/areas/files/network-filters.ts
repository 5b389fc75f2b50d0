import type { NetworkFilters } from './NetworkPage.tsx';

const idOf = (value: string | null): string | null => (value && /^[1-9]\d{0,14}$/.test(value) ? value : null);

/** The filters of an address; what it does not understand is left out. */
export function networkFiltersOf(at: URLSearchParams): NetworkFilters {
  const [q, folder] = [at.get('q')?.trim().slice(0, 100), at.get('folder')?.slice(0, 80)];
  const [brandId, companyId] = ['brandId', 'companyId'].map((name) => idOf(at.get(name)));
  return {
    ...(q && { q }),
    ...(folder !== undefined && folder !== '*' && { folder }),
    ...(brandId && { brandId }),
    ...(companyId && { companyId }),
  };
}
