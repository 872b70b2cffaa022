// The log of pictures that a session received, for its receipt (D-85). It contains times and
// hashes, but none of the pictures' content. Pure.
import type { Measurement } from '../../../../vision/face/face-wire.ts';
import { POLICY } from '../session/policy.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import type { DemandName, Reveal } from './demand.ts';
import type {
  CommittedName,
  MeasuringModel,
  PictureLog,
  ReceivedPictures,
} from './received-pictures.ts';

/**
 * How long it may take to measure pictures that arrived in time; a Worker may need to start first.
 */
export const MEASURING_MS = 30_000;

const EMPTY: PictureLog = { policy: POLICY.version, models: [], received: [] };

/**
 * Logs that the pictures of a demand have arrived.
 * @param name the name of the demand
 */
export function noteReceived(
  record: SessionRecord,
  { step, pictures }: Reveal,
  name: DemandName,
  nowMs: number,
): SessionRecord {
  const names = pictures.map(({ t, hash }) => ({ t, hash }));
  return noteArrived(record, { step, ...name, pictures: names, count: names.length }, nowMs);
}

type Arrival = Pick<ReceivedPictures, 'step' | 'nonce' | 'isSecond' | 'pictures' | 'count'>;

/** @param arrival the arrival of an upload; a repeated upload has the same values */
export function noteArrived(record: SessionRecord, arrival: Arrival, nowMs: number): SessionRecord {
  const log = record.received.pictures ?? EMPTY;
  const known = findEntry(log, arrival);
  const entry: ReceivedPictures = {
    ...arrival,
    isMeasured: false,
    dropped: 0,
    ...known,
    uploads: (known?.uploads ?? 0) + 1,
    receivedAtMs: nowMs,
  };
  const others = log.received.filter((one) => one !== known);
  const pictures = { ...log, policy: POLICY.version, received: [...others, entry] };
  return withGroup(record, 'received', { pictures });
}

/**
 * Logs that the pictures of an upload are no longer in memory, regardless of the result.
 * @param measured absent when they could not be measured
 */
export function noteDropped(
  record: SessionRecord,
  name: DemandName,
  measured: Measurement | undefined,
  nowMs: number,
): SessionRecord {
  return noteGone(record, name, { isMeasured: measured !== undefined, ...measured }, nowMs);
}

/** Facts about pictures that are no longer in memory. */
interface Gone {
  isMeasured: boolean;
  /** The measured pictures; when absent, the log keeps every picture of the upload. */
  pictures?: Measurement['pictures'];
  models?: Measurement['models'];
}

export function noteGone(
  record: SessionRecord,
  name: EntryName,
  { isMeasured, pictures: found, models: used = {} }: Gone,
  nowMs: number,
): SessionRecord {
  const { pictures: log } = record.received;
  const known = log && findEntry(log, name);
  if (log === undefined || known === undefined) return record;
  const entry: ReceivedPictures = {
    ...known,
    pictures: found === undefined ? known.pictures : confirmed(known.pictures, found),
    isMeasured: known.isMeasured || isMeasured,
    dropped: known.dropped + 1,
    droppedAtMs: nowMs,
  };
  const received = log.received.map((one) => (one === known ? entry : one));
  const models = withModels(log.models, used);
  return withGroup(record, 'received', { pictures: { policy: POLICY.version, models, received } });
}

type EntryName = Pick<ReceivedPictures, 'nonce' | 'isSecond'>;

const findEntry = (
  { received }: PictureLog,
  { nonce, isSecond = false }: EntryName,
): ReceivedPictures | undefined =>
  received.find((one) => one.nonce === nonce && (one.isSecond ?? false) === isSecond);

const confirmed = (pictures: readonly CommittedName[], found: Measurement['pictures']) =>
  pictures.filter(({ t }) =>
    found.some((one) => one.t === t && (one.ok || one.fault !== 'not_committed')),
  );

function withModels(
  known: readonly MeasuringModel[],
  used: Measurement['models'],
): readonly MeasuringModel[] {
  const isKnown = (model: MeasuringModel): boolean =>
    known.some(({ file, sha256 }) => file === model.file && sha256 === model.sha256);
  const models = Object.entries(used).map(([file, sha256]) => ({ file, sha256 }));
  return [...known, ...models.filter((model) => !isKnown(model))];
}

/**
 * Returns the time until which pictures of this upload may still be in memory.
 * @returns undefined when they are no longer in memory
 */
export const inMemoryUntilMs = (entry: ReceivedPictures): number | undefined =>
  entry.dropped < entry.uploads ? entry.receivedAtMs + MEASURING_MS : undefined;
