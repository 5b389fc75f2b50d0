/** As what files a report is had. */
export const reportFormats = { xlsx: 'XLSX', csv: 'CSV', pdf: 'PDF' } as const;
export type ReportFormat = keyof typeof reportFormats;
