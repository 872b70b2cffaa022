// SSRF protection: decides which hosts are on the public internet. Pure: it rejects names and
// address literals of private networks, but does not resolve names. The platform resolves them when
// it connects, and Workers cannot reach private networks.

/** IPv4 networks that are not public, from IANA's special-purpose registry, in CIDR notation. */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
].map(parseNetwork);

/**
 * Suffixes of names that belong to private networks, regardless of what a resolver returns (RFC
 * 6761, RFC 6762, RFC 8375, RFC 9476).
 */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'onion',
  'test',
  'invalid',
  'alt',
];

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @param hostname the hostname of a WHATWG URL */
export const isLoopback = (hostname: string): boolean => LOOPBACK.has(hostname);

/**
 * @param hostname the hostname of a WHATWG URL: lower case, IPv4 normalised to four decimal
 *   numbers, IPv6 in brackets
 */
export function isPublicHost(hostname: string): boolean {
  const v4 = parseV4(hostname);
  if (v4 !== undefined) return isPublicV4(v4);
  if (hostname.startsWith('[')) return isPublicV6(hostname.slice(1, -1));
  const name = hostname.replace(/\.$/, '');
  if (!name.includes('.')) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

function isPublicV4(address: number): boolean {
  return !PRIVATE_V4.some(({ base, size }) => address >= base && address < base + size);
}

/**
 * Whether an IPv6 address is public: only global unicast (2000::/3) is, excluding documentation
 * ranges. A 6to4 address is public if the IPv4 address that it contains is public.
 */
function isPublicV6(text: string): boolean {
  const words = expandV6(text);
  const [first = 0, second = 0, third = 0] = words;
  if (words.length !== 8 || first < 0x2000 || first > 0x3fff) return false;
  // A 6to4 address (RFC 3056) contains an IPv4 address in its second and third words.
  if (first === 0x2002) return isPublicV4(second * 0x1_0000 + third);
  // 2001::/23 (Teredo, ORCHID and the like) is not public, nor are 2001:db8::/32 (documentation)
  // and 3fff::/16, which contains the documentation range 3fff::/20.
  return !(first === 0x2001 && (second < 0x200 || second === 0xdb8)) && first !== 0x3fff;
}

function parseNetwork(text: string): { base: number; size: number } {
  const [address = '', bits = '32'] = text.split('/');
  return { base: parseV4(address) ?? 0, size: 2 ** (32 - Number(bits)) };
}

function parseV4(text: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined;
  return text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/**
 * Returns the words of an IPv6 address as a WHATWG URL writes it: hexadecimal, with at most one
 * `::`.
 */
function expandV6(text: string): number[] {
  const [head = '', tail] = text.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
  if (tail === undefined) return read(head);
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
}
