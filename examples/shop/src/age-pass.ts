// "Show a pass": the shop asks for an age pass on its own page and verifies the pass itself (RFC
// 9577), so that Agate does not learn of the visit, and the shop does not learn who the visitor is.
import { Hono } from 'hono';
// In your project, import these from 'agate-sdk'.
import {
  AgePassError,
  fetchPassDirectory,
  passChallengeHeader,
  verifyAgePass,
  type PassDirectory,
} from '../../../sdk/src/index.ts';
import { agePassPage } from './pages.ts';

interface AgePassEnv {
  AGATE_URL: string;
}

const MIN_AGE = 18;
const DAY_MS = 24 * 60 * 60_000;

export const agePass = new Hono<{ Bindings: AgePassEnv }>();

agePass.get('/', (c) => c.html(agePassPage(c.env.AGATE_URL)));

// Without a pass, this route returns the challenge, which the page's script passes to
// `Agate.askForPass`. With a pass, it reports whether the pass is valid and has not been shown
// before.
agePass.get('/check', async (c) => {
  const directory = await readDirectory(c.env.AGATE_URL);
  const shown = c.req.header('Authorization');
  c.header('Cache-Control', 'no-store');
  if (shown === undefined) {
    c.header('WWW-Authenticate', passChallengeHeader(directory, { minAge: MIN_AGE }));
    return c.json({ error: 'pass_needed' }, 401);
  }
  try {
    const { id, redeemUntil, ...pass } = await verifyAgePass(shown, directory, { minAge: MIN_AGE });
    if (!isFirst(id, Date.parse(redeemUntil))) return c.json({ error: 'pass_shown_before' }, 403);
    return c.json({ old_enough: true, pass }, 200);
  } catch (error) {
    if (error instanceof AgePassError) return c.json({ error: 'pass_refused' }, 403);
    throw error;
  }
});

// The shop serves its own copy: loading embed.js from Agate would tell Agate, through every
// visitor's browser, which shop it is.
agePass.get('/embed.js', async (c) => {
  const text = await readScript(c.env.AGATE_URL);
  c.header('Cache-Control', 'public, max-age=3600');
  return c.body(text, 200, { 'Content-Type': 'text/javascript; charset=utf-8' });
});

/**
 * A value that the shop itself fetches once a day, so that no visitor's browser has to fetch it.
 */
interface Kept<T> {
  value: T;
  untilMs: number;
}

let keys: Kept<PassDirectory> | undefined;
let script: Kept<string> | undefined;

async function readDirectory(agateUrl: string): Promise<PassDirectory> {
  if (keys !== undefined && Date.now() < keys.untilMs) return keys.value;
  const value = await fetchPassDirectory(agateUrl);
  keys = { value, untilMs: Date.now() + (value['token-keys'].length === 0 ? 0 : DAY_MS) };
  return value;
}

async function readScript(agateUrl: string): Promise<string> {
  if (script !== undefined && Date.now() < script.untilMs) return script.value;
  const response = await fetch(`${agateUrl}/embed.js`);
  if (!response.ok) throw new Error(`embed.js was answered with ${response.status}.`);
  script = { value: await response.text(), untilMs: Date.now() + DAY_MS };
  return script.value;
}

/**
 * The passes that were shown to this shop, each with its expiry time. A real shop stores them where
 * all its servers can read them.
 */
const seen = new Map<string, number>();

function isFirst(id: string, untilMs: number): boolean {
  for (const [old, endMs] of seen) if (endMs <= Date.now()) seen.delete(old);
  if (seen.has(id)) return false;
  seen.set(id, untilMs);
  return true;
}
