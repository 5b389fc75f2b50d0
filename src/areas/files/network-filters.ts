import type { NetworkFilters } from './NetworkPage.tsx';

/** The filters of an address; what it does not understand is left out. */
export function networkFiltersOf(at: URLSearchParams): NetworkFilters {
  const [q, folder, brandId] = [at.get('q')?.trim().slice(0, 100), at.get('folder')?.slice(0, 80), at.get('brandId')];
  return {
    ...(q && { q }),
    ...(folder !== undefined && folder !== '*' && { folder }),
    ...(brandId && /^[1-9]\d{0,14}$/.test(brandId) && { brandId }),
  };
}
