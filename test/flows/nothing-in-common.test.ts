// The data that the service records about a hundred passes when it issues them, and when it accepts
// them (D-152). Every table, object, queue and log line of the issuing half is compared with those
// of the accepting half; the two share only values that are the same for everybody.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { decodeBase64Url, encodeBase64Url, encodeHex } from '../../src/crypto/encoding.ts';
import worker from '../../src/index.ts';
import { issuerName } from '../../src/domain/platform/age-passes/judge-pass.ts';
import { HOUR_MS } from '../../src/time/durations.ts';
import { passOverOthers, textOf, walkStorage } from '../support/counted/storage-walk.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { eventually } from '../support/installation/eventually.ts';
import { goTo } from '../support/visitor/hosted.ts';
import { PassService } from '../support/visitor/pass-visit.ts';
import { blind, keyFor } from '../support/visitor/passes.ts';

const BATCHES = 10;

let printed: MockInstance[];
let queued: MockInstance;
beforeEach(async () => {
  await passOverOthers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-11-15T12:00:00Z') });
  printed = (['log', 'error', 'warn', 'info'] as const).map((name) =>
    vi.spyOn(console, name).mockReturnValue(),
  );
  queued = vi.spyOn(worker, 'queue');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Returns everything logged and queued since the last call. */
function passedOn(): string {
  const lines = printed.flatMap(({ mock }) => mock.calls.splice(0).flat().map(String));
  const bodies = queued.mock.calls
    .splice(0)
    .flatMap(([batch]) => (batch as MessageBatch).messages.map(({ body }) => textOf(body)));
  return [...lines, ...bodies].join('\n');
}

type Stored = ReadonlyMap<string, string>;

/** Returns the new lines in all tables and objects. */
const newLines = (before: Stored, after: Stored): string =>
  [...after]
    .map(([name, text]) => {
      const known = new Set((before.get(name) ?? '').split('\n'));
      return text
        .split('\n')
        .filter((line) => !known.has(line))
        .join('\n');
    })
    .join('\n');

/** Finds every string and number of eight characters or more, including an object's id. */
const valuesIn = (text: string): Set<string> =>
  new Set(text.match(/[\w+/=:.-]{8,}/g)?.flatMap((value) => [value, ...value.split(/[:=]/)]) ?? []);

/** Finds the names of logged events, which are the same for everybody. */
const eventsIn = (text: string): string[] =>
  [...text.matchAll(/"event":"(\w+)"/g)].flatMap(([, name]) => name ?? []);

const intersect = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((value) => value.length >= 8 && other.has(value));

/** The encodings in which bytes may be stored: hex and base64url. */
const spellings = (bytes: Uint8Array): string[] => [encodeHex(bytes), encodeBase64Url(bytes)];

const settled = async (sessions: number): Promise<void> =>
  eventually(async () => {
    const row = await env.DB.prepare(
      "SELECT count(*) AS n FROM verification_sessions WHERE status = 'success'",
    ).first<{ n: number }>();
    expect(row?.n).toBe(sessions);
  });

it('the records of a hundred issued and a hundred shown passes have no value in common', async () => {
  const service = new PassService();
  const [issuing, showing, other] = [await makeTenant(), await makeTenant(), await makeTenant()];

  // The values that occur in every session, taken from a session in which no pass is issued or
  // accepted.
  const control = await service.visit({}, { customer: other });
  await control.pass();
  await service.site({}, other);
  await settled(1);
  const constants = valuesIn([...(await walkStorage()).values(), passedOn()].join('\n'));

  goTo(HOUR_MS);
  const first = await walkStorage();
  const tokens: string[] = [];
  const sent: Uint8Array<ArrayBuffer>[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const visit = await service.visit({}, { customer: issuing });
    await visit.pass();
    const key = await keyFor(service.ctx);
    const { body, finish } = await blind(
      decodeBase64Url(key.tokenKey),
      issuerName(service.ctx.config.baseUrl),
    );
    const answer = new Uint8Array(await (await service.post(visit, body)).arrayBuffer());
    tokens.push(...(await finish(answer)));
    sent.push(body, answer);
    goTo(1_234);
  }
  await settled(1 + BATCHES);
  const second = await walkStorage();
  const given = newLines(first, second) + passedOn();

  goTo(26 * HOUR_MS);
  for (const token of tokens.toSorted()) {
    const site = await service.site({}, showing);
    expect((await site.show(token)).status).toBe(200);
    goTo(321);
  }
  await settled(1 + BATCHES + tokens.length);
  const shown = newLines(second, await walkStorage()) + passedOn();

  // Checks that the data of both halves was captured at all.
  expect(given).toContain(issuing.id);
  expect(shown).toContain(showing.id);
  expect(shown.match(/mark: [0-9a-f]{64}/g)).toHaveLength(tokens.length);

  const { id, tokenKey } = await keyFor(service.ctx);
  // Earlier tests' messages that are still being retried may log an event in both halves.
  const logged = new Set(eventsIn(given));
  const common = intersect(valuesIn(given), valuesIn(shown)).filter(
    (value) => !constants.has(value) && !logged.has(value),
  );
  // The token key is the same for everybody in this bracket, class and month.
  expect(common.filter((value) => ![id, tokenKey].includes(value))).toEqual([]);

  for (const token of tokens) {
    const bytes = decodeBase64Url(token);
    const nonce = bytes.slice(2, 34);
    const mark = new Uint8Array(await crypto.subtle.digest('SHA-256', nonce));
    const parts = [nonce, mark, bytes.slice(98, 130)];
    for (const spelling of parts.flatMap(spellings)) expect(given.includes(spelling)).toBe(false);
    expect(shown.includes(encodeHex(mark))).toBe(true);
    expect(shown.includes(encodeHex(nonce))).toBe(false);
  }
  for (const bytes of sent) {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    // Issuing requests are 2,590 bytes long. The issuing half stores a hash of each of them, but no
    // part of the response.
    expect(given.includes(encodeHex(hash))).toBe(bytes.byteLength === 2590);
    for (const spelling of [hash, bytes.slice(3, 35)].flatMap(spellings))
      expect(shown.includes(spelling)).toBe(false);
  }
});
