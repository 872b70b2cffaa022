// The privacy notice that people agree to. Its texts are those of the pages (`privacy.…`); a test
// keeps version and texts in step.

/** Raised whenever the meaning of the notice changes; `date` is its first day. */
export const NOTICE = { version: '11', date: '2026-11-29' } as const;

/**
 * @param tenantId absent for the service's own notice
 * @returns the path of the page
 */
export const noticePath = (tenantId?: string): string =>
  tenantId === undefined ? '/privacy' : `/privacy?tenant=${tenantId}`;

/**
 * @param publicId the public id of the session that previews the notice (D-123)
 * @returns the path of the notice with the draft's settings
 */
export const previewedNoticePath = (publicId: string): string => `/privacy?preview=${publicId}`;
