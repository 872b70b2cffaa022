// Reads the claims that an SD-JWT presentation discloses (RFC 9901). The issuer must have signed
// the digest of every disclosure.
import { encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import type { Bytes } from './cbor.ts';
import { type JsonObject, isObject, type Jws, readJson, readJws } from './jws.ts';
import { refuse } from './refusal.ts';

export interface SdJwt {
  issuerJws: Jws;
  disclosures: readonly string[];
  /** The wallet's signature over the presentation; undefined when the wallet did not sign it. */
  keyBinding: Jws | undefined;
  /** Everything before the key binding; `sd_hash` is the hash of these bytes. */
  bound: Bytes;
  hash: string;
}

type Path = readonly (string | number)[];

const HASHES: Readonly<Record<string, string>> = {
  'sha-256': 'SHA-256',
  'sha-384': 'SHA-384',
  'sha-512': 'SHA-512',
};
const MAX_LEVELS = 8;
/** The name of the member that contains the digest of a hidden list entry. */
const HIDDEN = '...';

/** @throws AnswerRefusal, `malformed` */
export function readSdJwt(text: string): SdJwt {
  const parts = text.split('~');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const issuerJws = parts.length < 2 ? undefined : readJws(first);
  if (issuerJws === undefined)
    return refuse('malformed', 'The presentation is not an SD-JWT signed by its issuer.');
  const { _sd_alg: named = 'sha-256' } = issuerJws.claims;
  const hash = typeof named === 'string' ? HASHES[named] : undefined;
  return {
    issuerJws,
    disclosures: parts.slice(1, -1),
    keyBinding: readJws(last),
    bound: encodeUtf8(text.slice(0, text.length - last.length)),
    hash: hash ?? refuse('malformed', 'The _sd_alg is not supported.'),
  };
}

export async function digestOf(hash: string, bytes: Bytes): Promise<string> {
  return encodeBase64Url(await crypto.subtle.digest(hash, bytes));
}

interface Disclosure {
  name: string;
  value: unknown;
  isUsed: boolean;
}

/**
 * Checks that the requested claim is the only one disclosed (RFC 9901, 7.1).
 * @param except names of top-level claims about the credential that may appear in the clear
 * @returns the value of the claim; undefined when it is not disclosed
 * @throws AnswerRefusal, `malformed`, `over_disclosed`, or `bad_signature` for a disclosure that
 *   the issuer has not signed
 */
export async function readOnlyClaim(
  { issuerJws, disclosures, hash }: SdJwt,
  { asked, except }: { asked: readonly string[]; except: readonly string[] },
): Promise<unknown> {
  const byDigest = new Map<string, Disclosure>();
  for (const text of disclosures) {
    const digest = await digestOf(hash, encodeUtf8(text));
    if (byDigest.has(digest)) refuse('malformed', 'A disclosure appears twice.');
    byDigest.set(digest, readDisclosure(text));
  }
  const value = new Reader(byDigest, asked).read(issuerJws.claims, except);
  const unsigned = [...byDigest].find(([, { isUsed }]) => !isUsed);
  if (unsigned)
    refuse('bad_signature', 'The issuer has not signed the digest of a disclosure.', {
      digest: `${unsigned[1].name} ${unsigned[0]}`,
    });
  return value;
}

function readDisclosure(text: string): Disclosure {
  const value = readJson(text);
  if (!Array.isArray(value)) return refuse('malformed', 'A disclosure is malformed.');
  const [salt, name, shown] = value as unknown[];
  if (value.length === 2)
    return refuse(
      'over_disclosed',
      'The presentation discloses an array element, which was not requested.',
    );
  if (value.length !== 3 || typeof salt !== 'string' || typeof name !== 'string')
    return refuse('malformed', 'A disclosure is malformed.');
  if (name === '_sd' || name === HIDDEN)
    refuse('malformed', 'A disclosure uses a reserved claim name.');
  return { name, value: shown, isUsed: false };
}

class Reader {
  readonly #byDigest: ReadonlyMap<string, Disclosure>;
  readonly #asked: readonly string[];
  readonly #digests = new Set<string>();
  #value: unknown;

  constructor(byDigest: ReadonlyMap<string, Disclosure>, asked: readonly string[]) {
    this.#byDigest = byDigest;
    this.#asked = asked;
  }

  read(claims: JsonObject, except: readonly string[]): unknown {
    this.#object(claims, [], except);
    return this.#value;
  }

  #any(value: unknown, path: Path): void {
    if (path.length > MAX_LEVELS)
      refuse('malformed', `The claims are nested more than ${MAX_LEVELS} levels deep.`);
    if (isObject(value)) this.#object(value, path, []);
    else if (Array.isArray(value)) this.#list(value, path);
    else if (this.#isOnTheWay(path) && path.length === this.#asked.length) this.#value = value;
    else this.#refuse(path);
  }

  #object(object: JsonObject, path: Path, except: readonly string[]): void {
    const { _sd: digests = [], ...open } = object;
    if (HIDDEN in open) refuse('malformed', 'An object contains the digest of an array element.');
    for (const [name, value] of Object.entries(open))
      if (!except.includes(name)) this.#any(value, [...path, name]);
    if (!Array.isArray(digests)) return refuse('malformed', 'The _sd claim is not an array.');
    const names = new Set(Object.keys(open));
    for (const digest of digests as unknown[]) {
      const { name, value } = this.#disclosureOf(digest) ?? {};
      if (name === undefined) continue;
      if (names.has(name)) refuse('malformed', 'A claim appears twice.');
      names.add(name);
      // Checks the name itself, since an empty object or list contains no claim that `#any` could
      // refuse.
      if (!this.#isOnTheWay([...path, name])) this.#refuse([...path, name]);
      this.#any(value, [...path, name]);
    }
  }

  #list(list: unknown[], path: Path): void {
    for (const [at, value] of list.entries()) {
      if (!isObject(value) || !(HIDDEN in value)) this.#any(value, [...path, at]);
      else if (Object.keys(value).length > 1 || this.#disclosureOf(value[HIDDEN]) !== undefined)
        refuse('malformed', 'The digest of an array element is malformed.');
    }
  }

  #isOnTheWay = (path: Path): boolean => path.every((name, at) => name === this.#asked[at]);

  #refuse(path: Path): never {
    const [own, asked] = [path, this.#asked].map((one) => one.join('.'));
    refuse('over_disclosed', `The presentation discloses ${own}; only ${asked} was requested.`);
  }

  /** Finds the digest's disclosure; a decoy digest has none. Each digest may appear only once. */
  #disclosureOf(digest: unknown): Disclosure | undefined {
    if (typeof digest !== 'string' || this.#digests.has(digest))
      return refuse('malformed', 'A digest is malformed or appears twice.');
    this.#digests.add(digest);
    const disclosure = this.#byDigest.get(digest);
    if (disclosure) disclosure.isUsed = true;
    return disclosure;
  }
}
