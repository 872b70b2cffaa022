// Explains what the visitor has to do in the wallet while a request is pending, and what to try if
// nothing happens.
import { Button } from '../parts/button.tsx';
import { CopyLink } from '../parts/copy-link.tsx';
import type { AwaitedWallet } from './awaited.ts';
import { ScanCode } from './scan-code.tsx';
import type { WalletTexts } from './wallet-texts.ts';

interface WaitingProps {
  t: WalletTexts;
  asked: AwaitedWallet;
  /**
   * Whether the session is a test, in which case a developer's wallet may have no camera to scan
   * with.
   */
  isTest: boolean;
  onAgain: () => void;
}

export function Waiting({ t, asked, isTest, onAgain }: WaitingProps) {
  switch (asked.way) {
    case 'browser':
      return <Progress text={t('browser.waiting')} />;
    case 'return':
      return <Progress text={t('app.waiting')} />;
    case 'checking':
      return <Progress text={t('checking')} />;
    case 'same_device':
      return (
        <>
          <Progress text={t('app.waiting')} />
          <p class="small">{t('app.nothing')}</p>
          <Button look="soft" onPress={onAgain}>
            {t('app.again')}
          </Button>
        </>
      );
    case 'other_device':
      return (
        <>
          <p role="status">{asked.isOver ? t('code.over') : t('code.scan')}</p>
          {isTest && !asked.isOver && (
            <CopyLink
              url={asked.link}
              label={t('code.link')}
              copy={t('code.copy')}
              copied={t('code.copied')}
            />
          )}
          <ScanCode text={asked.link} label={t('code.label')} isOver={asked.isOver} />
          {asked.isOver ? (
            <Button onPress={onAgain}>{t('code.again')}</Button>
          ) : (
            <p class="small">{t('code.warning')}</p>
          )}
        </>
      );
  }
}

function Progress({ text }: { text: string }) {
  return (
    <p class="progress" role="status">
      <span class="pulse" aria-hidden="true" />
      {text}
    </p>
  );
}
