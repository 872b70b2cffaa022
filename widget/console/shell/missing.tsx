import { useTexts } from '../texts/context.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/note.tsx';
import { Page } from './page.tsx';

/** The page at a URL of this console that does not exist or that the role may not see. */
export function Missing() {
  const t = useTexts();
  return (
    <Page title={t('missing.title')}>
      <Empty icon="document" title={t('missing.title')} text={t('missing.text')}>
        <ButtonLink href="/" look="primary">
          {t('missing.home')}
        </ButtonLink>
      </Empty>
    </Page>
  );
}
