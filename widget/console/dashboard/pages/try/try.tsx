// The check as a visitor sees it, in test mode: the member starts it on this page, opens it in a
// tab or on a phone, and follows its progress. The page also shows the calls that a backend makes
// to do the same.
import { useParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { BeginCard, type TryState } from './begin-card.tsx';
import { Calls } from './calls.tsx';
import { Watch } from './watch.tsx';

export default function Try() {
  const t = useTexts();
  const { token } = useParams();
  const state = useHistoryState<TryState | null>();
  return (
    <Page
      title={t('try.title')}
      lead={t('try.lead')}
      actions={token !== undefined && <ButtonLink href="/try">{t('try.another')}</ButtonLink>}
    >
      {token === undefined ? <BeginCard /> : <Watch token={token} verifyUrl={state?.verifyUrl} />}
      <Calls token={token} />
    </Page>
  );
}
