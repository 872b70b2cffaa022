// Pictures for a reviewer (D-95), encrypted in a session's own storage under their own key, and the
// links that show each picture once. Everything is deleted together as soon as no reviewer is
// awaited.
import { equalInConstantTime } from '../../crypto/hash.ts';
import { sealBytes, unsealBytes } from '../../crypto/sealed-box.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const REVIEW_PICTURES = ['page', 'front', 'face'] as const;
export type ReviewPictureName = (typeof REVIEW_PICTURES)[number];

/** JPEGs of at most 1 MB, so that each fits in one row (2 MB). */
export type ReviewPictures = Partial<Record<ReviewPictureName, Bytes>>;

interface Sealed {
  key: Bytes;
  rows: { name: string; body: Bytes }[];
}

/** A link, identified by the hash of its token. */
export interface PictureLink {
  name: ReviewPictureName;
  hash: string;
  /** The sign-in session that may use the link. */
  viewer: string;
  untilMs: number;
}

const KEY_BYTES = 32;
const KEY = 'review-key';
const LINKS = 'review-links';
/** The maximum number of links that a session has at a time; the oldest are dropped first. */
const MAX_LINKS = 60;

export class SealedPictures {
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  /** Encrypts pictures without storing anything yet. */
  async seal(pictures: ReviewPictures): Promise<Sealed> {
    const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
    const rows = await Promise.all(
      Object.entries(pictures).map(async ([name, jpeg]) => ({
        name,
        body: await sealBytes(key, this.#nameOf(name), jpeg),
      })),
    );
    return { key, rows };
  }

  /**
   * Keeps encrypted pictures. Call this right before the record is saved, in the same transaction.
   */
  keep({ key, rows }: Sealed): void {
    const { kv, sql } = this.#ctx.storage;
    this.drop();
    kv.put(KEY, key);
    sql.exec(
      'CREATE TABLE IF NOT EXISTS review_pictures (name TEXT PRIMARY KEY, body BLOB NOT NULL)',
    );
    for (const { name, body } of rows)
      sql.exec('INSERT INTO review_pictures (name, body) VALUES (?, ?)', name, body.buffer);
  }

  /**
   * Deletes the key, the ciphertext and the links. Must be called right before the record is saved,
   * in the same transaction.
   */
  drop(): void {
    const { kv, sql } = this.#ctx.storage;
    if (!this.#isKept) return;
    kv.delete(KEY);
    kv.delete(LINKS);
    sql.exec('DROP TABLE IF EXISTS review_pictures');
  }

  get names(): ReviewPictureName[] {
    if (!this.#isKept) return [];
    const rows = this.#ctx.storage.sql.exec<{ name: string }>('SELECT name FROM review_pictures');
    const kept = rows.toArray().map(({ name }) => name);
    return REVIEW_PICTURES.filter((name) => kept.includes(name));
  }

  keepLinks(links: readonly PictureLink[], nowMs: number): void {
    const valid = this.#links.filter(({ untilMs }) => nowMs < untilMs);
    this.#ctx.storage.kv.put(LINKS, [...valid, ...links].slice(-MAX_LINKS));
  }

  /**
   * Uses up a link and decrypts its picture.
   * @returns undefined for a link that is unknown, used, expired, or for a different sign-in
   *   session
   */
  async openLink(
    hash: string,
    viewer: string,
    nowMs: number,
  ): Promise<{ name: ReviewPictureName; jpeg: Bytes } | undefined> {
    const links = this.#links;
    const link = links.find((one) => equalInConstantTime(one.hash, hash));
    if (link === undefined || nowMs >= link.untilMs || link.viewer !== viewer) return undefined;
    const { kv, sql } = this.#ctx.storage;
    kv.put(
      LINKS,
      links.filter((one) => one !== link),
    );
    const key = kv.get<Bytes>(KEY);
    const [row] = sql
      .exec<{ body: ArrayBuffer }>('SELECT body FROM review_pictures WHERE name = ?', link.name)
      .toArray();
    if (key === undefined || row === undefined) return undefined;
    const opened = await unsealBytes(key, this.#nameOf(link.name), new Uint8Array(row.body));
    return { name: link.name, jpeg: new Uint8Array(opened) };
  }

  get #isKept(): boolean {
    return this.#ctx.storage.kv.get(KEY) !== undefined;
  }

  get #links(): readonly PictureLink[] {
    return this.#isKept ? (this.#ctx.storage.kv.get<PictureLink[]>(LINKS) ?? []) : [];
  }

  #nameOf(name: string): string {
    return `${this.#ctx.id.toString()}:${name}`;
  }
}
