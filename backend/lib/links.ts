/** Path of the builder that holds this quote. */
export const quoteHref = (quote: { id: number; makerId: number; modelId: number; versionId: number }): string =>
  `/quotation/new/${quote.makerId}/${quote.modelId}/${quote.versionId}?quote=${quote.id}`;
