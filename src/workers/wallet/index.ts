// Entry point of the Worker that creates offers for wallets and judges their answers. It knows
// nothing about tenants or sessions, stores nothing and has no routes: the service calls it through
// a binding.
import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  AnchorReading,
  JudgeRequest,
  OfferAnswer,
  OfferRequest,
  StatusListReading,
  StatusListRequest,
  WalletJudge,
  WalletVerdict,
} from '../../wallet/wallet-wire.ts';
import { judge } from './judge.ts';
import { makeOffer } from './make-offer.ts';
import { readAnchor } from './read-anchor.ts';
import { readStatusList } from './read-status-list.ts';

export default class WalletWorker extends WorkerEntrypoint implements WalletJudge {
  override fetch(): Response {
    return new Response('Not found', { status: 404 });
  }

  /** Always reports ok: this script contains all code and data for judging. */
  async health(): Promise<{ ok: boolean }> {
    return { ok: true };
  }

  makeOffer(request: OfferRequest): Promise<OfferAnswer> {
    return makeOffer(request);
  }

  readAnchor(certificate: string): Promise<AnchorReading> {
    return readAnchor(certificate);
  }

  readStatusList(request: StatusListRequest): Promise<StatusListReading> {
    return readStatusList(request);
  }

  judge(request: JudgeRequest): Promise<WalletVerdict> {
    return judge(request);
  }
}
