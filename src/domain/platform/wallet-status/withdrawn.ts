// Checks whether a credential's issuer has withdrawn it: row 9 of the table of checks in
// docs/wallets.md (D-146). The service does not query the issuer during the check; it uses the
// latest list that a scheduled run fetched (fetch-lists.ts).
import type { Context } from '../../../context.ts';
import { decodeBase64Url } from '../../../crypto/encoding.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { CREDENTIALS } from '../../../wallet/age-claims.ts';
import type { Withdrawal } from '../../../wallet/conclude.ts';
import { statusAt } from '../../../wallet/status-list.ts';
import type { WalletFacts } from '../../../wallet/wallet-wire.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import { findStatusList, noteStatusList } from './store.ts';

/**
 * @param facts the facts of a genuine response; they include the URI of the status list if the
 *   issuer specified one
 * @returns undefined for a valid credential, including one without a list, and for a credential
 *   that WALLET_STATUS_LISTS allows to be accepted unchecked
 */
export async function findWithdrawal(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  { credential, status }: Pick<WalletFacts, 'credential' | 'status'>,
): Promise<Withdrawal | undefined> {
  const { config, db, now } = ctx;
  if (config.walletStatusLists === 'off' || status === undefined) return undefined;
  const { uri, index } = status;
  const unknown = config.walletStatusLists === 'refuse' ? 'list_unavailable' : undefined;
  if (!isReceiverUrl(uri, config)) return unknown;
  const kept = await findStatusList(db, uri);
  const dayMs = Math.floor(now() / DAY_MS) * DAY_MS;
  if (kept === undefined || kept.namedAtMs < dayMs)
    await noteStatusList(db, { uri, docType: CREDENTIALS[credential].docType, dayMs });
  const list = kept?.list;
  if (list === undefined || list.validUntilMs <= now()) return unknown;
  // A credential whose index is beyond the end of the list is not valid
  // (draft-ietf-oauth-status-list, 8.3).
  const listed = await statusAt(decodeBase64Url(list.lst), list.bits, index);
  return listed === 0 ? undefined : 'listed';
}
