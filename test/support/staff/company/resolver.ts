// Makes the service query the company's DNS resolver instead of the usual one, in tests that run in
// workerd.
import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    company: string;
  }
}

const { fetch: reallyFetch } = globalThis;

/**
 * Sends the service's DNS queries to the company's resolver until the globals are unstubbed. All
 * other URLs are fetched as usual.
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
