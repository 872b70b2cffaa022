// Sends requests to an identity provider: only to addresses that a customer may specify (S-28),
// without following redirects, and limited in time and size.
import type { Context } from '../../../context.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';

/** The timeout of one request, which is short because people wait for the response. */
const TIMEOUT_MS = 5000;
const MAX_BYTES = 256 * 1024;

/**
 * The error for a provider that may not be called, or that sends no usable response. Its message
 * contains no part of the response.
 */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
}

interface OutgoingRequest {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | undefined;
}

/**
 * @throws ProviderDown when the address may not be called, or the provider does not respond in
 *   time, responds with a server error, or sends too much data
 */
export async function fetchFromProvider(
  { config }: Pick<Context, 'config'>,
  address: string,
  { method, headers, body }: OutgoingRequest,
): Promise<Response> {
  if (!isReceiverUrl(address, config)) throw new ProviderDown('This URL is not allowed.');
  try {
    const response = await fetch(address, {
      method,
      headers,
      ...(body !== undefined && { body }),
      // A redirect could lead to an address that isReceiverUrl refuses.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await readText(response);
    if (response.status >= 500) throw new ProviderDown('The provider failed.');
    const type = response.headers.get('Content-Type') ?? '';
    return new Response(text, { status: response.status, headers: { 'Content-Type': type } });
  } catch (error) {
    throw error instanceof ProviderDown
      ? error
      : new ProviderDown('The provider does not respond.');
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new ProviderDown('The answer is too long.');
    parts.push(part);
  }
  return new Blob(parts).text();
}
