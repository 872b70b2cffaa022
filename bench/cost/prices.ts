// Cloudflare's list prices for usage beyond what the paid plan includes, in US dollars, as of
// PRICED_ON. The deployment script has its own list of some of them (scripts/deploy/costs.ts), and
// a test compares the two lists.

export const PRICED_ON = '29 November 2026';

interface Price {
  perMillion: number;
  /** The page that states the price. */
  url: string;
}

const WORKERS = 'https://developers.cloudflare.com/workers/platform/pricing/';
const OBJECTS = 'https://developers.cloudflare.com/durable-objects/platform/pricing/';
const D1 = 'https://developers.cloudflare.com/d1/platform/pricing/';
const QUEUES = 'https://developers.cloudflare.com/queues/platform/pricing/';

export const PRICES = {
  workerRequest: { perMillion: 0.3, url: WORKERS },
  workerCpuMs: { perMillion: 0.02, url: WORKERS },
  objectRequest: { perMillion: 0.15, url: OBJECTS },
  objectGigabyteSecond: { perMillion: 12.5, url: OBJECTS },
  objectRowRead: { perMillion: 0.001, url: OBJECTS },
  objectRowWritten: { perMillion: 1, url: OBJECTS },
  d1RowRead: { perMillion: 0.001, url: D1 },
  d1RowWritten: { perMillion: 1, url: D1 },
  queueOperation: { perMillion: 0.4, url: QUEUES },
} as const satisfies Readonly<Record<string, Price>>;

/** A message of up to 64 KB is billed as three operations: one write, one read and one delete. */
export const OPERATIONS_PER_MESSAGE = 3;

/** An object in memory is billed as 128 MB, whatever it uses. */
export const OBJECT_GIGABYTES = 0.128;
