// Explains why the wallet's last answer proved nothing: briefly for the visitor, and in full for
// developers.
import { Icon } from '../parts/icon.tsx';
import type { SessionView } from '../requests/wire.ts';
import type { WalletTexts } from './wallet-texts.ts';

const PROBLEMS = [
  'wallet_declined',
  'wallet_untrusted',
  'wallet_expired',
  'wallet_not_accepted',
] as const;

export function ProblemNote({ t, view }: { t: WalletTexts; view: SessionView }) {
  const problem = PROBLEMS.find((one) => one === view.problem);
  if (problem === undefined) return null;
  return (
    <div class="wallet-problem" role="status" data-problem={problem}>
      <Icon name="alert" />
      <p>
        {t(`problem.${problem}`)} {t(view.wallet?.alone ? 'problem.again' : 'problem.next')}
      </p>
      {view.wallet?.refusal && <ForDevelopers t={t} refusal={view.wallet.refusal} />}
    </div>
  );
}

type Refusal = NonNullable<NonNullable<SessionView['wallet']>['refusal']>;

/** All details of a refusal, in the order they are shown. */
const PARTS = Object.keys({
  code: 0,
  reason: 0,
  certificate: 0,
  digest: 0,
  audience: 0,
  transcript: 0,
} satisfies Record<keyof Refusal, 0>) as (keyof Refusal)[];

function ForDevelopers({ t, refusal }: { t: WalletTexts; refusal: Refusal }) {
  return (
    <details class="wallet-details">
      <summary>{t('developer.title')}</summary>
      <dl>
        {PARTS.map((part) => {
          const value = refusal[part];
          return (
            value !== undefined && (
              <div key={part}>
                <dt>{t(`developer.${part}`)}</dt>
                <dd>
                  <bdi dir="ltr" lang="en">
                    {value}
                  </bdi>
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </details>
  );
}
