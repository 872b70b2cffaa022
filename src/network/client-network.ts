// Defines what rate limits count as one address. Pure.

/**
 * Returns the network that an address is counted under. Providers assign each customer at least a
 * /64 of IPv6 (RFC 6177), so all addresses of a /64 count as one. Every IPv4 address counts
 * separately, even when it is written as IPv6 (RFC 4291 2.5.5.2).
 * @param address an IP address; any other string is returned unchanged
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]/`)) return address;
  const words = wordsOf(new URL(`http://[${address}]/`).hostname.slice(1, -1));
  const [, , , , , mapped, high = 0, low = 0] = words;
  if (mapped === 0xffff && words.slice(0, 5).every((word) => word === 0))
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  const network = words.slice(0, 4).map((word) => word.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * @param hostname an IPv6 address in the form that a WHATWG URL uses: hexadecimal words with at
 *   most one `::`
 * @returns its eight words
 */
function wordsOf(hostname: string): number[] {
  const [head = '', tail = ''] = hostname.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
