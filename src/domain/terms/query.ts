/** Joins texts: a URL parser would rewrite the registered address. It has no fragment (S-04). */
export function addToQuery(address: string, answer: Record<string, string>): string {
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return address + joint + new URLSearchParams(answer).toString();
}
