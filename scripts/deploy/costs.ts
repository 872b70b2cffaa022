// The cost of a check, and the features that the free plan lacks. A test compares these figures
// with those in docs/deploy.md. The prices are as of November 2026:
// https://developers.cloudflare.com/workers/platform/pricing/.

interface Use {
  resource: string;
  /**
   * How much of the resource a check uses, by where the face is measured: at the edge or on the
   * device.
   */
  perCheck: Record<Place, number>;
  /** The amount that the paid plan includes per month. */
  included: number;
  /** The price of each additional million, in US dollars. */
  perMillion: number;
  /** The free plan's limit per day; null when it has no daily limit. */
  freePerDay: number | null;
}

type Place = 'edge' | 'device';

const PAID_PLAN_USD = 5;
const ENGLISH = new Intl.NumberFormat('en-US');

/**
 * The resources that a check with one webhook uses, rounded up from `npm run bench -- cost`. The
 * benchmark measures a check on the device without a webhook, so the database rows and the queue
 * message of one webhook are added.
 */
export const USES: readonly Use[] = [
  {
    resource: 'requests to Workers',
    perCheck: { edge: 14, device: 11 },
    included: 10e6,
    perMillion: 0.3,
    freePerDay: 1e5,
  },
  {
    resource: 'requests to Durable Objects',
    perCheck: { edge: 26, device: 20 },
    included: 1e6,
    perMillion: 0.15,
    freePerDay: 1e5,
  },
  {
    resource: 'operations of Queues',
    perCheck: { edge: 6, device: 6 },
    included: 1e6,
    perMillion: 0.4,
    freePerDay: 1e4,
  },
  {
    resource: 'rows written to D1',
    perCheck: { edge: 14, device: 14 },
    included: 50e6,
    perMillion: 1,
    freePerDay: 1e5,
  },
  {
    resource: 'rows written by objects',
    perCheck: { edge: 50, device: 33 },
    included: 50e6,
    perMillion: 1,
    freePerDay: 1e5,
  },
  {
    resource: 'milliseconds of CPU',
    perCheck: { edge: 1_000, device: 200 },
    included: 30e6,
    perMillion: 0.02,
    freePerDay: null,
  },
];

/** @returns the price, in US dollars, of 1,000 checks beyond those that the plan includes */
const costOfThousand = (place: Place): number =>
  USES.reduce((sum, { perCheck, perMillion }) => sum + (perCheck[place] * perMillion) / 1e3, 0);

/** @returns how many checks a month the paid plan includes */
const includedChecks = (place: Place): number =>
  Math.min(...USES.map(({ included, perCheck }) => included / perCheck[place]));

/** @returns how many checks a day the free plan allows, and the resource that limits them */
function freeChecks(): { perDay: number; resource: string } {
  const limits = USES.flatMap(({ freePerDay, perCheck, resource }) =>
    freePerDay === null ? [] : [{ perDay: freePerDay / perCheck.device, resource }],
  );
  return (
    limits.toSorted((one, other) => one.perDay - other.perDay)[0] ?? { perDay: 0, resource: '' }
  );
}

/** The features that the free plan lacks, one sentence each. */
export const FREE_PLAN_LACKS: readonly string[] = [
  "Signing in with a password, whether to an account, the dashboard or the operators' console: hashing a password takes about 200 ms of CPU time, and a request may use 10 ms.",
  "Measuring faces at the edge, reading documents and verifying wallet proofs: checks are measured on the visitor's device.",
  `More than about ${round(freeChecks().perDay)} checks a day: the daily limit on ${freeChecks().resource} is reached then.`,
  'More than 500 MB of database, and keeping messages in queues for longer than 24 hours.',
];

/** Rounds down to two significant digits, because the figures per check are themselves rounded. */
function round(count: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return ENGLISH.format(Math.floor(count / unit) * unit);
}

/** @returns the report's lines about costs */
export function costLines(plan: 'paid' | 'free', isAtEdge: boolean): string[] {
  if (plan === 'free')
    return [
      `$0.00 per 1,000 checks, up to about ${round(freeChecks().perDay)} checks a day`,
      `on the Workers Paid plan: ${costLines('paid', true).join(', then ')}`,
    ];
  const place = isAtEdge ? 'edge' : 'device';
  return [
    `$${PAID_PLAN_USD} a month for the account, including about ${round(includedChecks(place))} checks`,
    `$${costOfThousand(place).toFixed(2)} per 1,000 further checks`,
  ];
}

/**
 * Compares the two plans for the person who chooses between them.
 * @param workers the Workers that would be deployed on the paid plan; absent when not yet chosen
 */
export const planComparison = (
  workers: readonly string[] = ['FACE'],
): { plan: 'paid' | 'free'; text: string }[] => [
  { plan: 'paid', text: costLines('paid', workers.includes('FACE')).join(', then ') },
  {
    plan: 'free',
    text: `${costLines('free', false)[0]}; lacks password sign-in, measuring at the edge, documents and wallets`,
  },
];
