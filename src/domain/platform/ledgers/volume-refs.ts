// The addresses of a customer's ledger volumes.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Ledger } from '../../../objects/ledger/ledger.ts';
import { inTime } from '../../../time/patience.ts';
import { volumeName, type LedgerOwner, type Volume, type VolumeRef } from './volume.ts';
import { listVolumesOf, selectVolumes } from './volume-store.ts';

/** The part of the context that ledgers need. */
export type LedgerContext = Pick<Context, 'config' | 'db' | 'now' | 'objects'>;

export const ledgerAt = (
  { objects }: Pick<Context, 'objects'>,
  ref: VolumeRef,
): DurableObjectStub<Ledger> => objects.ledger(ref.residency, volumeName(ref, ref.number));

export const refOf = (
  { tenantId, test }: LedgerOwner,
  { number, residency }: Pick<Volume, 'number' | 'residency'>,
): VolumeRef => ({ tenantId, test, number, residency });

/** Selects the volumes of a customer in one mode, newest first. The caller runs the query. */
export const selectVolumeRefs = ({ db }: Pick<Context, 'db'>, owner: LedgerOwner) =>
  selectVolumes(db, owner);

/** @returns every volume of a customer, in both modes unless one is given, newest first */
export async function listVolumeRefs(
  { db }: Pick<Context, 'db'>,
  tenantId: string,
  test?: boolean,
): Promise<VolumeRef[]> {
  const volumes = await listVolumesOf(db, [tenantId]);
  return volumes
    .filter((volume) => test === undefined || volume.test === test)
    .map((volume) => refOf(volume, volume))
    .toSorted((one, other) => other.number - one.number);
}

/**
 * Waits for data that a request reads from ledgers.
 * @throws AppError UNAVAILABLE when a ledger fails or does not respond in time
 */
export const answerOfLedgers = <T>(answer: Promise<T>): Promise<T> =>
  inTime(answer, LIFETIMES.patienceMs).catch((cause: unknown) => {
    const message = 'A ledger of this customer does not respond. Please try again.';
    throw new AppError('UNAVAILABLE', message, { cause });
  });
