// Requests of devices without a browser (RFC 8628): the device shows a code, a person types it on their phone, and the pages there answer
// as for any site. The request waits in the Grant that it begins; the code only names that.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { deriveToken } from '../../../crypto/capability-token.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomBelow } from '../../../crypto/random.ts';
import { DEVICE_TOKEN } from '../../../crypto/token-prefixes.ts';
import { OAuthError, unavailable } from '../../../errors.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { INTERVAL_MS } from '../../openid/grants/device-rules.ts';
import { shownLevels } from '../../verification/session-margin.ts';
import { parseDeviceRequest, readAuthorizationParameters } from './parse-request.ts';
import type { PushedRequest } from './pushed-request.ts';

/** 6.1: consonants, so that no words come about; 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
/** Two that are alike at the same time are one case in a hundred million. */
const TRIES = 3;

interface DeviceRequest {
  /** `xdc_…`. */
  deviceCode: string;
  /** Two groups of four letters. */
  userCode: string;
  /** Of our page, and the same with the code in it. */
  page: string;
  pageWithCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

/** Where people type codes. */
export const DEVICE_PATH = '/device';

/**
 * Two object calls at once.
 * @param form as it was sent
 * @throws OAuthError unauthorized_client for a client that has no device codes, and what is wrong with the request
 */
export async function beginDeviceRequest(
  ctx: Context,
  client: OAuthClient,
  form: string,
): Promise<DeviceRequest> {
  if (client.usesDevices !== true)
    throw new OAuthError('unauthorized_client', 'This client may not ask for device codes.');
  const page = `${ctx.config.baseUrl}${DEVICE_PATH}`;
  const service = { levels: shownLevels(ctx), nowMs: ctx.now() };
  const parameters = readAuthorizationParameters(form);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const userCode = makeUserCode();
    const parsed = parseDeviceRequest(parameters, client, { page, userCode }, service);
    if (!parsed.ok) throw new OAuthError(parsed.error, parsed.description);
    const grantId = ctx.objects.newGrantId();
    const { token, hash } = await deriveToken(await ctx.tokenKey(), DEVICE_TOKEN, grantId);
    const expiresAtMs = ctx.now() + LIFETIMES.deviceMs;
    const { name, hash: codeHash } = await nameOf(userCode);
    const device = { secretHash: hash, expiresAtMs };
    const [isFree] = await Promise.all([
      ctx.objects.oneTimeToken(name(ctx))?.issueOnce(codeHash, grantId, expiresAtMs),
      ctx.objects.grant(grantId)?.beginDevice(parsed.request, { secretHash: codeHash }, device),
    ]);
    if (isFree === true)
      return {
        deviceCode: token,
        userCode,
        page,
        pageWithCode: `${page}?${new URLSearchParams({ user_code: userCode }).toString()}`,
        expiresInSeconds: LIFETIMES.deviceMs / 1000,
        intervalSeconds: INTERVAL_MS / 1000,
      };
  }
  throw unavailable(new Error('No code is free.'));
}

/**
 * The request of the device that shows a code. Two object calls.
 * @param typed may be anything; case, spaces and what is between the groups do not count (6.1)
 * @returns undefined when no device waits with it
 */
export async function findDeviceRequest(
  ctx: Context,
  typed: string,
): Promise<PushedRequest | undefined> {
  const userCode = normalise(typed);
  if (userCode === undefined) return undefined;
  const { name, hash: secretHash } = await nameOf(userCode);
  const found = await ctx.objects.oneTimeToken(name(ctx))?.peek(secretHash);
  if (found?.ok !== true) return undefined;
  const grantId = found.payload;
  const read = await ctx.objects.grant(grantId)?.readPushed({ secretHash });
  if (read?.ok !== true) return undefined;
  // A sign-in after the code was typed is one for this request.
  const request = { ...read.request, requestedAtMs: ctx.now() };
  return { request, grantId, proof: { secretHash } };
}

function makeUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomBelow(LETTERS.length)));
  return grouped(letters.join(''));
}

const grouped = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/** @returns the code as it is shown */
function normalise(typed: string): string | undefined {
  const letters = typed
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '');
  const isCode =
    letters.length === LENGTH && Array.from(letters).every((one) => LETTERS.includes(one));
  return isCode ? grouped(letters) : undefined;
}

async function nameOf(userCode: string) {
  const hash = await sha256Hex(userCode);
  return {
    hash,
    name: ({ objects }: Pick<Context, 'objects'>) =>
      objects.namedOneTimeTokenId(`user-code:${hash}`),
  };
}
