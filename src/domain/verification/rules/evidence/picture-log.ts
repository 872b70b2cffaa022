// What a session notes of the pictures that it received, for its receipt (D-85): times and hashes, nothing that they
// show. Pure.
import type { Measurement, RevealStep } from '../../../../engine/face-check.ts';
import { POLICY } from '../policy.ts';
import type { SessionRecord } from '../session.ts';
import type { DemandName, Reveal } from './reveal.ts';

/** What arrived in time may be measured after it, also by a Worker that has to start. */
export const MEASURING_MS = 30_000;

/** A picture by its time and what it was committed to. */
interface CommittedName {
  t: number;
  hash: string;
}

interface Model {
  file: string;
  /** Hexadecimal. */
  sha256: string;
}

/** Pictures that arrived for one demand. */
interface ReceivedPictures {
  step: RevealStep;
  /** Of the demand. */
  nonce: string;
  /** Absent: of the first. */
  isSecond?: boolean;
  /** As they were committed to; once they were measured, only those that proved to be these. */
  pictures: readonly CommittedName[];
  /** How many pictures an upload has. */
  count: number;
  isMeasured: boolean;
  /** How often they arrived, and how often the service was done with them. */
  uploads: number;
  dropped: number;
  /** The last time. */
  receivedAtMs: number;
  droppedAtMs?: number;
}

export interface PictureLog {
  /** Version of the rules that judged last. */
  policy: string;
  /** Every model that measured; a file that was replaced meanwhile is there twice. */
  models: readonly Model[];
  received: readonly ReceivedPictures[];
}

const EMPTY: PictureLog = { policy: POLICY.version, models: [], received: [] };

/** Pictures have arrived, of those that `reveal` demands. @param name its own */
export function noteReceived<R extends SessionRecord>(
  record: R,
  reveal: Reveal,
  name: DemandName,
  nowMs: number,
): R {
  const log = record.pictureLog ?? EMPTY;
  const known = findEntry(log, name);
  const entry: ReceivedPictures = {
    step: reveal.step,
    ...name,
    pictures: reveal.pictures.map(({ t, hash }) => ({ t, hash })),
    count: reveal.pictures.length,
    isMeasured: false,
    dropped: 0,
    ...known,
    uploads: (known?.uploads ?? 0) + 1,
    receivedAtMs: nowMs,
  };
  const others = log.received.filter((one) => one !== known);
  const policy = POLICY.version;
  return { ...record, pictureLog: { ...log, policy, received: [...others, entry] } };
}

/**
 * The service is done with an upload: whatever became of it, its pictures are gone.
 * @param measured absent when they could not be measured
 */
export function noteDropped(
  record: SessionRecord,
  name: DemandName,
  measured: Measurement | undefined,
  nowMs: number,
): SessionRecord {
  const { pictureLog: log } = record;
  const known = log && findEntry(log, name);
  if (log === undefined || known === undefined) return record;
  const pictures = measured === undefined ? known.pictures : confirmed(known.pictures, measured);
  const isMeasured = known.isMeasured || measured !== undefined;
  const dropped = known.dropped + 1;
  const entry = { ...known, pictures, isMeasured, dropped, droppedAtMs: nowMs };
  const received = log.received.map((one) => (one === known ? entry : one));
  const models = withModels(log.models, measured?.models ?? {});
  return { ...record, pictureLog: { policy: POLICY.version, models, received } };
}

const findEntry = (
  { received }: PictureLog,
  { nonce, isSecond }: DemandName,
): ReceivedPictures | undefined =>
  received.find((one) => one.nonce === nonce && (one.isSecond ?? false) === isSecond);

const confirmed = (pictures: readonly CommittedName[], { pictures: found }: Measurement) =>
  pictures.filter(({ t }) =>
    found.some((one) => one.t === t && (one.ok || one.fault !== 'not_committed')),
  );

function withModels(known: readonly Model[], used: Measurement['models']): readonly Model[] {
  const isKnown = (model: Model): boolean =>
    known.some(({ file, sha256 }) => file === model.file && sha256 === model.sha256);
  const models = Object.entries(used).map(([file, sha256]) => ({ file, sha256 }));
  return [...known, ...models.filter((model) => !isKnown(model))];
}

/** Until when pictures of this upload may still be in memory. @returns undefined when they are gone */
export const inMemoryUntilMs = (entry: ReceivedPictures): number | undefined =>
  entry.dropped < entry.uploads ? entry.receivedAtMs + MEASURING_MS : undefined;
