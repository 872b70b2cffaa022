// The privacy notice that people agree to. Its texts are the pages' (`privacy.…`); a test keeps version and texts together.

/** Raised whenever the meaning of the notice changes; `date` is the day from which it holds. */
export const NOTICE = { version: '10', date: '2026-11-27' } as const;

/** @param tenantId absent: the service's own @returns the path of the page */
export const noticePath = (tenantId?: string): string =>
  tenantId === undefined ? '/privacy' : `/privacy?tenant=${tenantId}`;

/** @param publicId of the session that tries it (D-123) @returns the path of the notice as it would be */
export const previewedNoticePath = (publicId: string): string => `/privacy?preview=${publicId}`;
