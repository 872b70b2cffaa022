// The hash that a page uses to commit to a picture before it knows which pictures will be requested
// (D-80). The page computes it, and the face Worker checks it.

/**
 * @param nonce the nonce of the challenge or of the age step
 * @param t the time of the picture's sample, in ms
 * @returns base64url of SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII text
 */
export async function commitmentOf(
  nonce: string,
  t: number,
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const name = new TextEncoder().encode(nonce + String(t));
  const whole = new Uint8Array(name.length + jpeg.length);
  whole.set(name);
  whole.set(jpeg, name.length);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
