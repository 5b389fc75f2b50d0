/** A quote with the car it is for: a car of the used stock, or a version of the catalogue. */
export interface Located {
  id: number;
  stockId: number | null;
  makerId: number | null;
  modelId: number | null;
  versionId: number | null;
}

/** Path of the builder that holds this quote. */
export const quoteHref = ({ id, stockId, makerId, modelId, versionId }: Located): string =>
  stockId === null
    ? `/quotation/new/${makerId}/${modelId}/${versionId}?quote=${id}`
    : `/quotation/used/${stockId}?quote=${id}`;

/** Path of a contract. */
export const contractHref = (id: number): string => `/dealer/contracts/${id}`;

/** Path of the builder that holds this wholesale offer. */
export const b2bHref = (id: number): string => `/quotation/b2b?quote=${id}`;

/** Path of the day of an event, which opens it. */
export const eventHref = (id: number): string => `/dealer/calendars?event=${id}`;

/** Path of the board of visits, which opens this one. */
export const accessHref = (id: number): string => `/dealer/accesses/handling?access=${id}`;

/** Path of the screen that works this lead. */
export const leadHref = (id: number): string => `/dealer/leads/handle?lead=${id}`;

/** Path of a valuation. */
export const valuationHref = (id: number): string => `/dealer/usedEvaluation/${id}`;
