// An installation with sixty days of data: hundreds of checks from several countries and by several
// methods, contests, reviews, erasures, changed settings, incidents and certificates. Session
// events go through the usual consumer, and certificates and incidents through the operators'
// routes. Other rows of past days are inserted directly, since no route accepts a time.
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { withContext } from '../installation/context.ts';
import { ask as askAdmin, makeAdmin } from '../staff/admins.ts';
import { makeDashboardTenant, type DashboardTenant } from '../staff/dashboard.ts';
import { makeMember } from '../staff/members.ts';
import { CERTIFICATE } from './certificates.ts';
import { daysAgo, noteNightlyRun } from './evidence-pack.ts';
import { retakenAfter, sessionEvent } from './session-events.ts';

/** The number of days in the period, which ends yesterday. */
const DAYS = 60;
const TOGETHER = 40;

export const filledPeriod = () => ({ from: daysAgo(DAYS), to: daysAgo(1) });

export interface Filled {
  tenant: DashboardTenant;
  /** Strings that no pack may contain: names, addresses and ids of people and sessions. */
  personal: string[];
}

/**
 * Returns a function that picks a pseudo-random item from a list. The same seed always gives the
 * same sequence.
 */
function makeDraw(seed: number): <T>(from: readonly T[]) => T {
  let state = seed;
  return (from) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return from[Math.floor((state / 4_294_967_296) * from.length)]!;
  };
}

const COUNTRIES = ['GB', 'GB', 'GB', 'GB', 'FR', 'FR', 'FR', 'DE', 'DE', 'IE', 'MT', null];
const METHODS = [
  'age_check',
  'age_check',
  'age_check',
  'age_check',
  'id_verification',
  'id_verification',
  'eu_wallet',
  'agate_pass',
];
const ENDS = [
  'success',
  'success',
  'success',
  'success',
  'failed',
  'failed',
  'expired',
  'canceled',
];
const REASONS = [
  'liveness_failed',
  'liveness_failed',
  'age_below_threshold',
  'age_below_threshold',
  'face_mismatch',
  'document_expired',
] as const;
const NAMES = ['mira.quast', 'otto.feld', 'ines.barro', 'tomas.lind', 'ada.kron'];

interface Person {
  externalUserId: string;
  metadata: string;
}

/** A visitor with an id and metadata like those that a site may set. */
const personOf = (n: number): Person => {
  const name = NAMES[n % NAMES.length]!;
  return {
    externalUserId: `user-${name}-${n}`,
    metadata: JSON.stringify({ mail: `${name}.${n}@example.org`, ip: `198.51.100.${n % 250}` }),
  };
};

function makeChecks(tenantId: string, count: number): SessionEvent[] {
  const draw = makeDraw(45);
  const days = Array.from({ length: DAYS }, (_, n) => n + 1);
  return Array.from({ length: count }, (_, n) => {
    const status = draw(ENDS);
    const isVerdict = status === 'success' || status === 'failed';
    return sessionEvent(`check-${n}`, status, draw(days), {
      tenantId,
      ...personOf(n),
      ipCountry: draw(COUNTRIES),
      verificationType: isVerdict ? draw(METHODS) : null,
      reason: status === 'failed' ? draw(REASONS) : null,
    });
  });
}

/**
 * Creates contests: in each, an age estimate found the visitor too young, and a check by document
 * then replaced that session.
 */
function makeContests(tenantId: string, count: number): SessionEvent[] {
  const draw = makeDraw(93);
  return Array.from({ length: count }, (_, n) => {
    const person = personOf(1_000 + n);
    const mine = { tenantId, ...person, ipCountry: draw(['GB', 'FR']) };
    const day = 1 + (n % 50);
    const before = sessionEvent(`before-${n}`, 'failed', day, {
      ...mine,
      reason: 'age_below_threshold',
    });
    const after = sessionEvent(`contest-${n}`, n % 3 === 0 ? 'failed' : 'success', day, {
      ...mine,
      previousId: before.row.id,
      countedBefore: true,
      contested: true,
      verificationType: 'id_verification',
      reason: n % 3 === 0 ? 'document_expired' : null,
    });
    after.row.completedAtMs = after.row.createdAtMs + (90 + 7 * n) * 1_000;
    return [...retakenAfter(before), after];
  }).flat();
}

/** Checks for which a human review was requested but not completed in time. */
function makeUnreviewed(tenantId: string, count: number): SessionEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const asked = sessionEvent(`late-${n}`, 'pending_tenant_review', 20, {
      tenantId,
      ...personOf(2_000 + n),
      ipCountry: 'GB',
      verificationType: null,
    });
    const expiresAtMs = asked.row.createdAtMs + 72 * 3_600_000;
    const end = {
      ...asked.row,
      status: 'failed',
      reason: 'face_mismatch' as const,
      verificationType: 'id_verification',
      completedAtMs: expiresAtMs,
      expiresAtMs,
      version: 5,
    };
    return [
      { ...asked, row: { ...asked.row, expiresAtMs } },
      sessionEvent(`late-${n}`, 'failed', 20, end),
    ];
  }).flat();
}

async function consume(events: readonly SessionEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += TOGETHER)
    await withContext((ctx) => consumeSessionEvents(ctx, events.slice(at, at + TOGETHER)));
}

const entry = (
  { id, owner }: DashboardTenant,
  day: string,
  action: string,
  before: object | null,
  after: object,
) =>
  env.DB.prepare(
    `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id, ip, user_agent, before, after)
     VALUES (?, ?, 'dashboard', ?, ?, 'tenant', ?, '203.0.113.9', 'Quastbrowser', ?, ?)`,
  ).bind(
    Date.parse(`${day}T10:00:00Z`),
    owner.id,
    id,
    action,
    id,
    before && JSON.stringify(before),
    JSON.stringify(after),
  );

/**
 * Writes audit entries for reviewers' decisions and changed settings, on various days of the
 * period.
 */
const writeHistory = (tenant: DashboardTenant) =>
  env.DB.batch([
    ...Array.from({ length: 36 }, (_, n) =>
      entry(tenant, daysAgo(2 + n), 'review.decide', null, {
        decision: n % 3 === 0 ? 'reject' : 'approve',
        seconds: 1_800 + 900 * n,
        test: false,
      }),
    ),
    entry(
      tenant,
      daysAgo(41),
      'settings.update',
      { retention_days: 30, privacy_contact: null },
      { retention_days: 20, privacy_contact: 'mira.quast@example.org' },
    ),
    entry(tenant, daysAgo(12), 'settings.update', { attempt_cap: 5 }, { attempt_cap: 3 }),
  ]);

/**
 * Erases the results of the first third of the period, and makes the counts of erased and
 * unreviewed sessions begin on the first day of the period.
 */
const eraseOld = (tenant: DashboardTenant) =>
  env.DB.batch([
    env.DB.prepare(
      "UPDATE daily_counts SET day = ? WHERE tenant_id = '' AND name IN ('erased', 'unreviewed') AND value = 0",
    ).bind(daysAgo(DAYS)),
    env.DB.prepare(
      `UPDATE verification_sessions SET external_user_id = NULL, metadata = NULL, erased_at_ms = completed_at_ms + 86400000
       WHERE tenant_id = ? AND completed_at_ms < ?`,
    ).bind(tenant.id, Date.parse(`${daysAgo(40)}T00:00:00Z`)),
  ]);

/** @returns a one-page PDF that contains this line, in base64 */
const paper = (line: string): string => {
  const text = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`;
  return btoa(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >> endobj
4 0 obj << /Length ${text.length} >>
stream
${text}
endstream
endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R >>
%%EOF
`);
};

async function putOnRecord(): Promise<void> {
  const { token } = await makeAdmin();
  const send = async (path: string, body: object) => {
    const { status } = await askAdmin('POST', `/evidence/${path}`, token, body);
    expect([path, status]).toEqual([path, 201]);
  };
  await send('certificates', { ...CERTIFICATE, document: paper('Presentation attacks, level 1') });
  await send('certificates', {
    ...CERTIFICATE,
    standard: 'ISO/IEC 27001:2022',
    title: 'Management of information security',
    issuer: 'Harbour Certification',
    scope: 'The operation of the service, its deployment and its support.',
    statement: 'The management system meets the requirements of the standard.',
    valid_from: '2023-01-01',
    valid_to: daysAgo(30),
    document: paper('Information security'),
  });
  await send('incidents', {
    began_at: `${daysAgo(33)}T09:30:00Z`,
    ended_at: `${daysAgo(33)}T10:10:00Z`,
    what: 'The Worker that measures faces did not answer after a release.',
    concerned: 'Visitors of forty minutes, who were asked to come back; no outcome was wrong.',
    done: 'The release before it was put back. A release is now tried on one request in a hundred first.',
  });
  await send('incidents', {
    began_at: `${daysAgo(8)}T21:00:00Z`,
    ended_at: null,
    what: 'Some deletion receipts arrive minutes late.',
    concerned: 'Customers that read a receipt at once.',
    done: 'The queue is watched; no receipt was lost.',
  });
}

export async function fillInstallation(): Promise<Filled> {
  const tenant = await makeDashboardTenant();
  const other = await makeDashboardTenant();
  // Gives the settings the values that they have after the changes in writeHistory.
  await env.DB.prepare(
    `UPDATE tenants SET name = 'Harbour Arcade', retention_days = 20, attempt_cap = 3,
     privacy_contact = 'mira.quast@example.org', reviews = 1 WHERE id = ?`,
  )
    .bind(tenant.id)
    .run();
  const events = [
    ...makeChecks(tenant.id, 640),
    ...makeContests(tenant.id, 45),
    ...makeUnreviewed(tenant.id, 12),
  ];
  await consume(events);
  // Another customer's checks, and this customer's own test sessions, must not be counted.
  await consume(makeChecks(other.id, 30).map((one) => renamed(one, 'other')));
  await consume(
    makeChecks(tenant.id, 30).map((one) =>
      renamed({ ...one, row: { ...one.row, test: true } }, 'test'),
    ),
  );
  const member = await makeMember(tenant.id, 'owner');
  await env.DB.prepare(
    "UPDATE staff SET email = 'mira.quast@example.org', name = 'Mira Quast' WHERE id = ?",
  )
    .bind(member.id)
    .run();
  await writeHistory(tenant);
  await eraseOld(tenant);
  await putOnRecord();
  await noteNightlyRun();
  return { tenant, personal: [...personalIn(events), 'Mira Quast', 'Quastbrowser', '203.0.113.9'] };
}

const renamed = (one: SessionEvent, prefix: string): SessionEvent => ({
  ...one,
  row: { ...one.row, id: `${prefix}-${one.row.id}` },
});

const personalIn = (events: readonly SessionEvent[]): string[] => [
  ...new Set(
    events.flatMap(({ row }) => {
      const { mail, ip } = JSON.parse(row.metadata ?? '{}') as Record<string, string>;
      return [row.id, row.externalUserId ?? '', mail ?? '', ip ?? ''];
    }),
  ),
  'mira.quast@example.org',
];
