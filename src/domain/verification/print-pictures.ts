// Detects pictures that have already been shown to the same customer within a day (D-80): a camera
// never produces the same file twice.
import type { Config } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import { deriveKeys } from '../../crypto/derived-key.ts';
import { hmacHex } from '../../crypto/hmac.ts';
import { logIncident } from '../../log.ts';
import { nameInMode } from '../terms/name-in-mode.ts';
import { residencyOf } from '../terms/residency.ts';
import { answerInTime } from './ask-workers.ts';
import type { DemandName, RefusalReason } from './rules/evidence/demand.ts';
import { type PicturePrint, refusalOf } from './rules/evidence/prints.ts';
import type { SessionRecord } from './rules/session/session.ts';

/**
 * The number of hex digits of a hash that are kept: enough to distinguish the pictures of one
 * customer and day.
 */
const HEX_DIGITS = 24;

interface NamedPicture {
  t: number;
  jpeg: Uint8Array<ArrayBuffer>;
}

/**
 * Finds pictures that were shown before, and records the given pictures for later calls.
 * @returns the reason why the pictures are refused; undefined when each picture is new, or was
 *   previously sent for the same moment of the same check
 */
export async function findShownBefore(
  ctx: Context,
  { id, tenant, test }: SessionRecord,
  { nonce }: Pick<DemandName, 'nonce'>,
  sent: readonly NamedPicture[],
): Promise<RefusalReason | undefined> {
  const key = await printKey(ctx.config);
  const hash = async (of: string | NamedPicture['jpeg']): Promise<string> =>
    (await hmacHex(key, of)).slice(0, HEX_DIGITS);
  const prints = sent.map(async ({ t, jpeg }): Promise<PicturePrint> => ({
    print: await hash(jpeg),
    place: await hash(`${nonce} ${t}`),
  }));
  const ledger = ctx.objects.pictureLedger(residencyOf(tenant), nameInMode(tenant.id, test));
  const noted = ledger.note(await hash(id), await Promise.all(prints));
  return refusalOf(await answerInTime(noted.catch(logFailure)));
}

/**
 * Logs that the ledger is unavailable.
 * @throws the given error; the pictures are then judged later, at no cost to the visitor
 */
function logFailure(cause: unknown): never {
  logIncident('picture_ledger_unavailable', {
    error: cause instanceof Error ? cause.name : 'unknown',
  });
  throw cause;
}

/**
 * Derives one key for the whole service, so that the stored hashes reveal nothing without
 * KEY_ENCRYPTION_KEY.
 */
const printKey = async ({ keyEncryptionKey }: Config): Promise<Uint8Array<ArrayBuffer>> =>
  (await deriveKeys(keyEncryptionKey, 'picture-prints')).current;
