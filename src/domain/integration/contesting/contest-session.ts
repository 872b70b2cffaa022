// Use case: a visitor whose age was estimated as too low requests a document check instead (D-93).
// A new session replaces the old one, as in a retake (retake-session.ts), and opens only in the
// browser that contested the estimate.
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { INIT_TOKEN } from '../../../crypto/token-prefixes.ts';
import { AppError, unavailable } from '../../../errors.ts';
import type { Customer } from '../../verification/customer.ts';
import { findCustomer } from '../../customers/tenants/api-keys.ts';
import {
  callSession,
  formatBrowserProof,
  unwrap,
  type BrowserProof,
} from '../../verification/browser-session.ts';
import { planUnderLaw } from '../../verification/law-of-session.ts';
import { pageOf, planSession } from '../../verification/new-session.ts';
import { inputOf } from '../../verification/retake-session.ts';
import type { SessionInput } from '../../verification/apply-settings.ts';
import type { Accept } from '../../verification/rules/opening/accepted.ts';
import { mayContest } from '../../verification/rules/review/contest.ts';
import { asksForDocument } from '../../verification/rules/session/machine.ts';
import { predecessorOf, type RetakePlan } from '../../verification/rules/retake/retake.ts';
import type { SessionRecord } from '../../verification/rules/session/session.ts';
import { tokenOf } from '../../verification/tokens.ts';

interface Contest {
  /** The URL of the new session's page. */
  verifyUrl: string;
  /** The new session's id, 64 hex digits. */
  sessionId: string;
  /** The new session's cookie: the link opens only in the browser that has this cookie. */
  cookie: string;
  /** Whether a site may embed the page in a frame. */
  mayBeFramed: boolean;
}

/**
 * Starts the new session. A repeated request, or a second page in the same browser, receives the
 * same session.
 * @throws AppError UNAUTHORIZED; SESSION_ON_OTHER_DEVICE when the request comes from the phone that
 *   took over the check: only the browser that opened the link may contest; CONFLICT when there is
 *   nothing to contest, when it is too late, or when the current settings allow no document;
 *   UNAVAILABLE, after which a repeated request completes the start
 */
export async function contestSession(ctx: Context, proof: BrowserProof): Promise<Contest> {
  const { record, device } = await callSession(ctx, proof, (stub, hash) => stub.viewSession(hash));
  if (device === 'phone') return unwrap({ ok: false, reason: 'other_device' });
  const browserHash = await sha256Hex(proof.secret);
  const plan =
    record.chain.successor === undefined ? await planContest(ctx, record, browserHash) : undefined;
  const answer = await ctx.objects.session(record.id)?.contest(browserHash, plan);
  if (answer?.ok !== true) {
    if (answer?.reason === 'unreachable') throw unavailable(undefined);
    throw notAllowed();
  }
  const { id, initHash } = answer.value;
  const verifyUrl = pageOf(ctx, await tokenOf(ctx, INIT_TOKEN, id, initHash));
  const mayBeFramed = (record.tenant.embedOrigins ?? []).length > 0;
  const cookie = formatBrowserProof({ sessionId: id, secret: proof.secret });
  return { verifyUrl, sessionId: id, cookie, mayBeFramed };
}

/**
 * Plans the check that the session requested, but with a document and under the current settings.
 * @throws AppError CONFLICT
 */
async function planContest(
  ctx: Context,
  record: SessionRecord,
  openerHash: string,
): Promise<RetakePlan> {
  if (!mayContest(record, ctx.now())) throw notAllowed();
  const customer = await findCustomer(ctx, record.tenant.id, record.test);
  const asked = customer && (await askDocument(ctx, customer, record));
  if (customer === undefined || asked === undefined) throw notAllowed();
  const id = ctx.objects.newSessionId(customer.tenant.residency);
  const { session } = await planSession(ctx, customer, id, { ...asked, openerHash });
  // The new session and the previous one count as one check, so the attempt limit neither blocks
  // the new session nor counts it.
  const { attempts: _counted, ...visitor } = session.visitor;
  const chain = { previous: predecessorOf(record), contested: true as const };
  return { id, session: { ...session, visitor, chain } };
}

/**
 * @returns undefined when the current settings allow no document; an AppError caused by the
 *   settings is not rethrown, because the visitor is not at fault
 */
async function askDocument(ctx: Context, customer: Customer, record: SessionRecord) {
  if (customer.rules?.documents?.stepUp === false) return undefined;
  try {
    const input = inputOf(record);
    const levels = levelsOf(record);
    const accept = levels && { ...input.accept, ...levels };
    const wanted = {
      ...input,
      ...(accept && { accept }),
      ...lawOf(record),
      mode: 'document' as const,
    };
    const asked = await planUnderLaw(ctx, customer, wanted, { offersWays: false });
    return asksForDocument(asked) ? asked : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Returns the levels that the old session required, including those from the settings at that time:
 * the document check requires at least these levels.
 */
const levelsOf = ({ request: { accept } }: SessionRecord): Accept | undefined =>
  accept && { minAssurance: accept.minAssurance, livenessLevel: accept.livenessLevel };

/**
 * Returns the law that applied where the old page was opened, regardless of where the visitor is
 * now.
 */
function lawOf({ law }: SessionRecord): Pick<SessionInput, 'context' | 'jurisdiction'> {
  const { context, jurisdiction, rules = [] } = law?.policy ?? {};
  if (context === undefined || jurisdiction === undefined || rules.length === 0) return {};
  return { context, jurisdiction };
}

const notAllowed = (): AppError =>
  new AppError('CONFLICT', 'A document check cannot replace this check, or no longer can.');
