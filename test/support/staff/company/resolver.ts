// Replaces the usual resolver with the company's, for tests in workerd.
import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    company: string;
  }
}

const { fetch: reallyFetch } = globalThis;

/**
 * The replacement lasts until the globals are unstubbed. URLs other than the usual resolver's are
 * fetched as usual.
 */
export const askCompanyForRecords = (): unknown =>
  vi.stubGlobal('fetch', (asked: RequestInfo, init?: RequestInit) =>
    reallyFetch(
      typeof asked === 'string'
        ? asked.replace('https://cloudflare-dns.com', inject('company'))
        : asked,
      init,
    ),
  );
