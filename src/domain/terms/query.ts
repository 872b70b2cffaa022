/**
 * Adds parameters by concatenation, because a URL parser would rewrite the registered address. The
 * address has no fragment (S-04).
 */
export function addToQuery(address: string, answer: Record<string, string>): string {
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return address + joint + new URLSearchParams(answer).toString();
}
