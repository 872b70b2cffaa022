// Requests from devices without a browser (RFC 8628): the device displays a code; a person types it
// on their phone, and consents on the same pages as for any site. The Grant stores the waiting
// request; the code only refers to it.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { deriveToken } from '../../../crypto/capability-token.ts';
import { DEVICE_TOKEN } from '../../../crypto/token-prefixes.ts';
import { OAuthError, unavailable } from '../../../errors.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { INTERVAL_MS } from '../../openid/grants/device-rules.ts';
import {
  CODE_TRIES,
  codePages,
  makeUserCode,
  userCodeObject,
  type WaitingCode,
} from '../../terms/user-code.ts';
import { residencyOf } from '../../terms/residency.ts';
import { shownLevels } from '../../verification/session-margin.ts';
import { parseDeviceRequest, readAuthorizationParameters } from './parse-request.ts';
import type { PushedRequest } from './pushed-request.ts';

interface DeviceRequest {
  /** The device code, `xdc_…`. */
  deviceCode: string;
  /** The user code: two groups of four letters. */
  userCode: string;
  /**
   * The address of the page where the person types the code; `pageWithCode` also contains the code.
   */
  page: string;
  pageWithCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

/**
 * Begins a request, with two object calls in parallel. If the user code is already in use, both
 * calls are repeated with a different code.
 * @param form the body as it was sent
 * @throws OAuthError unauthorized_client for a client that may not use device codes, and the errors
 *   for an invalid request
 */
export async function beginDeviceRequest(
  ctx: Context,
  client: OAuthClient,
  form: string,
): Promise<DeviceRequest> {
  if (client.usesDevices !== true)
    throw new OAuthError('unauthorized_client', 'This client may not request device codes.');
  const service = { levels: shownLevels(ctx), nowMs: ctx.now() };
  const parameters = readAuthorizationParameters(form);
  for (let tries = 0; tries < CODE_TRIES; tries += 1) {
    const userCode = makeUserCode();
    const { page, pageWithCode } = codePages(ctx, userCode);
    const parsed = parseDeviceRequest(parameters, client, { page, userCode }, service);
    if (!parsed.ok) throw new OAuthError(parsed.error, parsed.description);
    const grantId = ctx.objects.newGrantId(residencyOf(client));
    const { token, hash } = await deriveToken(await ctx.tokenKey(), DEVICE_TOKEN, grantId);
    const expiresAtMs = ctx.now() + LIFETIMES.deviceMs;
    const { stub, hash: codeHash } = await userCodeObject(ctx, userCode);
    const device = { secretHash: hash, expiresAtMs };
    const [isFree] = await Promise.all([
      stub?.issueOnce(codeHash, grantId, expiresAtMs),
      ctx.objects.grant(grantId)?.beginDevice(parsed.request, { secretHash: codeHash }, device),
    ]);
    if (isFree === true)
      return {
        deviceCode: token,
        userCode,
        page,
        pageWithCode,
        expiresInSeconds: LIFETIMES.deviceMs / 1000,
        intervalSeconds: INTERVAL_MS / 1000,
      };
  }
  throw unavailable(new Error('No unused user code is available.'));
}

/**
 * Finds the request of the device that displays the given code. Makes one object call.
 * @returns undefined when no device is waiting with that code
 */
export async function findDeviceRequest(
  ctx: Context,
  { payload: grantId, hash: secretHash }: WaitingCode,
): Promise<PushedRequest | undefined> {
  const read = await ctx.objects.grant(grantId)?.readPushed({ secretHash });
  if (read?.ok !== true) return undefined;
  // The request is dated to when the person types its code, so that any later sign-in is recent
  // enough for the request.
  const request = { ...read.request, requestedAtMs: ctx.now() };
  return { request, grantId, proof: { secretHash } };
}
