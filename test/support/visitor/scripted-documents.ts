// A documents Worker with scripted results, and a visitor who shows a document.
import { env } from 'cloudflare:workers';
import type {
  CopySignal,
  DocumentAnswer,
  DocumentReader,
  FrontAnswer,
  FrontRequest,
  PageAnswer,
  PageRequest,
  ReadRequest,
  ZonePlace,
} from '../../../src/vision/documents/document-check.ts';
import type {
  DocumentFacts,
  DocumentFault,
  DocumentReading,
} from '../../../src/vision/documents/document-facts.ts';
import type { TakeAnswer, TakeRequest } from '../../../src/vision/documents/take-check.ts';
import { encodeGrey } from '../../../src/vision/documents/grey-container.ts';
import type { Reply } from '../customer/api.ts';
import { commitmentOf } from '../../../src/vision/face/commitment.ts';
import { goTo } from './hosted.ts';
import { EdgeVisit, honest, type Shown } from './edge-visit.ts';
import { ScriptedFace, seeFace } from './scripted-face.ts';
import { CARD, ZONE } from './scripted-places.ts';
import { Hold } from '../faults/hold.ts';

/** An invented document. None of its values occurs anywhere else in the tests. */
export const FACTS: DocumentFacts = {
  type: 'id_card',
  country: 'CZ',
  number: 'D23145890',
  birthDate: '1974-08-12',
  expiryDate: '2091-04-15',
  surname: 'QUARRYSTONE',
  givenNames: 'AGATHA',
};

export const reads = (facts: Partial<DocumentFacts> = {}): DocumentReading => ({
  ok: true,
  facts: { ...FACTS, ...facts },
});
export const readsNot = (...faults: DocumentFault[]): DocumentReading => ({ ok: false, faults });

/** The models that scripted readings report as used. */
export const READERS = { 'scripted-reader.bin': 'cd'.repeat(32) };

/** The models that the scripted results for printed fields report as used. */
export const FIELD_READERS = { 'scripted-fields.bin': 'ef'.repeat(32) };

export class ScriptedDocuments implements DocumentReader {
  /** The requests to read a document that the Worker has received. */
  readonly requests: ReadRequest[] = [];
  answer: DocumentAnswer = { ok: true, readings: [], signals: [], models: READERS };
  /** The requests to examine a document's front that the Worker has received. */
  readonly fronts: FrontRequest[] = [];
  /** The scripted result for the fields around the portrait on a document's front. */
  front: FrontAnswer = { ok: true, cards: [CARD], models: FIELD_READERS };
  /**
   * The requests to examine the printed text above the machine-readable zone that the Worker has
   * received, and the scripted result.
   */
  readonly pages: PageRequest[] = [];
  page: PageAnswer = { ok: true, text: CARD.text, models: FIELD_READERS };
  /** The requests to compare the pictures of a take that the Worker has received. */
  readonly takes: TakeRequest[] = [];
  /**
   * The scripted result for a take: how similar each small picture is to each side of the document,
   * and the smallest distance between any two small pictures.
   */
  alike = 0.9;
  leastApart = 4;
  /** If set, every request fails with this error, as if the Worker were unreachable. */
  failure: Error | undefined;
  readonly #hold = new Hold();

  constructor() {
    this.setReading(reads());
  }

  /** The Worker as a binding: `{ ...env, DOCUMENTS: documents.binding }`. */
  get binding(): Fetcher {
    return this as unknown as Fetcher;
  }

  /**
   * Makes the Worker return the same reading for both frames of the zone and for the picture of the
   * page.
   */
  setReading(reading: DocumentReading, signals: CopySignal[] = []): void {
    const readings = [reading, reading, reading];
    this.answer = { ok: true, readings, zone: ZONE, signals, models: READERS };
  }

  /**
   * Sets the zone's reported position on the page, from which the service judges the page's
   * portrait.
   */
  seeZone(zone: ZonePlace | undefined): void {
    if (!this.answer.ok) throw new Error('It reads nothing.');
    const { zone: _before, ...answer } = this.answer;
    this.answer = { ...answer, ...(zone && { zone }) };
  }

  /** Holds back all further requests until they are released. */
  hold = () => this.#hold.next();

  async read(request: ReadRequest): Promise<DocumentAnswer> {
    this.requests.push(request);
    if (this.failure !== undefined) throw this.failure;
    await this.#hold.pass();
    return this.answer;
  }

  async lookAtFront(request: FrontRequest): Promise<FrontAnswer> {
    this.fronts.push(request);
    if (this.failure !== undefined) throw this.failure;
    await this.#hold.pass();
    return this.front;
  }

  async lookAtPage(request: PageRequest): Promise<PageAnswer> {
    this.pages.push(request);
    if (this.failure !== undefined) throw this.failure;
    await this.#hold.pass();
    return this.page;
  }

  async lookAtTake(request: TakeRequest): Promise<TakeAnswer> {
    this.takes.push(request);
    if (this.failure !== undefined) throw this.failure;
    const { alike: page, leastApart } = this;
    const side = request.front ? { page, front: page } : { page };
    return { ok: true, leastApart, pictures: request.pictures.map(({ t }) => ({ t, ...side })) };
  }

  async health(): Promise<{ ok: boolean }> {
    return { ok: this.failure === undefined };
  }
}

/** Returns bindings for a service that reads documents. */
export const readingDocuments = (): Env => ({
  ...env,
  FACE: new ScriptedFace().binding,
  DOCUMENTS: new ScriptedDocuments().binding,
});

type Bytes = Uint8Array<ArrayBuffer>;

/** The parts of the form that the page sends; an undefined part is left out. */
export type DocumentParts = Record<string, string | Bytes | undefined>;

const strip = (seed: number) => ({
  width: 64,
  height: 32,
  data: Uint8Array.from({ length: 64 * 32 }, (_, i) => (i * seed) % 256),
});

export const jpegOf = (text: string): Bytes => {
  const letters = new TextEncoder().encode(text);
  const jpeg = new Uint8Array(3 + letters.length);
  jpeg.set([0xff, 0xd8, 0xff]);
  jpeg.set(letters, 3);
  return jpeg;
};

const unclear: Shown = ({ yaw, pitch }) => ({
  ok: true,
  face: seeFace({ yaw, pitch, ages: { ageNet: 19.6, faceres: 18.9 } }),
});

const MOMENTS = { frame_1: 400, frame_2: 800, page: 800, front: 4_000 };
type Moments = typeof MOMENTS;

/** Small pictures taken of both sides of a document and while the document is turned over. */
export class Film {
  readonly lengthMs: number;
  readonly #moments: Moments;
  readonly #gapMs: number;

  /**
   * @param moments the time at which each part was taken, in ms
   * @param gapMs the time between two small pictures
   */
  constructor(moments: Partial<Moments> = {}, gapMs = 200) {
    this.#moments = { ...MOMENTS, ...moments };
    this.#gapMs = gapMs;
    this.lengthMs = this.#moments.front;
  }

  /** Creates the commitment that a page sends for these parts. */
  async commit(parts: DocumentParts): Promise<{ nonce: string; pictures: Row[]; parts: object }> {
    const nonce = String(parts['nonce']);
    const row = async (t: number, bytes: Bytes): Promise<Row> => [
      t,
      await commitmentOf(nonce, t, bytes),
    ];
    const named: Record<string, Row> = {};
    for (const [name, t] of Object.entries(this.#moments)) {
      const part = parts[name];
      if (part instanceof Uint8Array) named[name] = await row(t, part);
    }
    const last = named['front']?.[0] ?? this.#moments.page;
    const pictures: Row[] = [];
    const times = [this.#moments.frame_1];
    for (let t = 0; t < last; t += this.#gapMs) times.push(t);
    for (const t of [...new Set(times)].toSorted((a, b) => a - b))
      pictures.push(await row(t, pictureAt(t, nonce)));
    return { nonce, pictures, parts: named };
  }

  /** @param view the session's view, with the times of the pictures that the service has drawn */
  drawn(view: { document?: { nonce?: string; times?: number[] } }): DocumentParts {
    const { nonce = '', times = [] } = view.document ?? {};
    return Object.fromEntries(times.map((t) => [`take_${t}`, pictureAt(t, nonce)]));
  }
}

type Row = [t: number, hash: string];

/**
 * Returns a different picture for each time and nonce, since a camera never produces the same
 * picture twice.
 */
const pictureAt = (t: number, nonce: string): Bytes => jpegOf(`small picture at ${t} of ${nonce}`);

type BeginOptions = NonNullable<Parameters<typeof EdgeVisit.begin>[1]>;

/** A visitor to a service with both the face Worker and the documents Worker. */
export class DocumentVisit {
  readonly documents: ScriptedDocuments;
  readonly edge: EdgeVisit;
  /** The film that the page commits to; undefined if the visitor uploads files instead. */
  film: Film | undefined = new Film();
  /** The number of documents sent so far. It makes the pictures of each document different. */
  #sent = 0;
  /** Maps each picture of a side to the nonce of the attempt for which it was first taken. */
  readonly #takenFor = new Map<string, string>();

  private constructor(documents: ScriptedDocuments, edge: EdgeVisit) {
    this.documents = documents;
    this.edge = edge;
  }

  /** Opens a session, by default in mode `document`, and consents. */
  static async begin(
    fields: Record<string, unknown> = { verification_mode: 'document' },
    options: BeginOptions = {},
  ): Promise<DocumentVisit> {
    const documents = new ScriptedDocuments();
    const bind = (FACE: Fetcher): Env => ({ ...env, FACE, DOCUMENTS: documents.binding });
    return new DocumentVisit(documents, await EdgeVisit.begin(fields, { bind, ...options }));
  }

  /** Opens a visit that has reached the document step. */
  static async atDocument(
    fields?: Record<string, unknown>,
    options?: BeginOptions,
  ): Promise<DocumentVisit> {
    const visit = await DocumentVisit.begin(fields, options);
    await visit.edge.move();
    await visit.edge.reveal();
    return visit;
  }

  /** Starts a visit that reaches the document step because two estimates were inconclusive. */
  static async steppedUp(
    fields: Record<string, unknown> = {},
    options?: BeginOptions,
  ): Promise<DocumentVisit> {
    const visit = await DocumentVisit.begin(fields, options);
    await visit.edge.move();
    await visit.edge.reveal();
    for (let attempt = 0; attempt < 2; attempt++) await visit.unclear();
    return visit;
  }

  async estimate(shown: Shown = honest): Promise<Reply> {
    await this.edge.estimate(shown);
    return this.edge.reveal();
  }

  /** Submits an inconclusive estimate. */
  unclear = (): Promise<Reply> => this.estimate(unclear);

  async view(): Promise<any> {
    return (await this.edge.browser.view()).body.data;
  }

  /** Creates the form's parts for the current attempt, with new pictures on each call. */
  async parts(changes: DocumentParts = {}): Promise<DocumentParts> {
    this.#sent += 1;
    const taken = jpegOf(`the page of document ${this.#sent} ${crypto.randomUUID()}`);
    const { page, front, ...others }: DocumentParts = { page: taken, ...changes };
    const nonce: string = (await this.view()).document?.nonce ?? 'none';
    return {
      nonce,
      kind: 'mrz',
      frame_1: encodeGrey([strip(3), strip(5)]),
      frame_2: encodeGrey([strip(7), strip(11)]),
      ...(page !== undefined && { page: this.asTaken(page, nonce) }),
      ...(front !== undefined && { front: this.asTaken(front, nonce) }),
      ...others,
    };
  }

  /**
   * Returns the same picture of a side throughout the attempt in which it was first taken. In any
   * later attempt, returns a different file, as if the side had been photographed again.
   */
  asTaken<T extends string | Bytes>(side: T, nonce: string): T | Bytes {
    if (typeof side === 'string') return side;
    const name = `${side.length} ${side.slice(0, 99).join()} ${side.slice(-99).join()}`;
    const first = this.#takenFor.get(name) ?? nonce;
    this.#takenFor.set(name, first);
    if (first === nonce) return side;
    const end = new TextEncoder().encode(nonce);
    const taken = new Uint8Array(side.length + end.length);
    taken.set(side);
    taken.set(end, side.length);
    return taken;
  }

  async show(changes: DocumentParts = {}): Promise<Reply> {
    const parts = await this.parts(changes);
    return this.send({ ...parts, ...(await this.takeOf(parts)) });
  }

  /**
   * Commits to a take of these parts.
   * @returns the small pictures that the service drew at random, as parts of the form
   */
  async takeOf(parts: DocumentParts): Promise<DocumentParts> {
    if (this.film === undefined) return {};
    goTo(this.film.lengthMs);
    return this.film.drawn((await this.commit(await this.film.commit(parts))).body.data ?? {});
  }

  /** @param body the request body in the format that a page sends */
  commit = (body: object): Promise<Reply> => this.edge.browser.step('document/take', body);

  async send(parts: DocumentParts): Promise<Reply> {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts))
      if (typeof part === 'string') form.set(name, part);
      else if (part !== undefined) form.set(name, new File([part], name));
    return this.edge.browser.send('document', form);
  }

  result(): Promise<any> {
    return this.edge.result();
  }
}
