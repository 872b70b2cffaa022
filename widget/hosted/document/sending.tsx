// The screen shown while pictures are being sent and examined.
import { Announcer } from '../parts/announcer.tsx';
import { Notice } from '../parts/layout.tsx';
import type { DocumentTexts } from './document-texts.ts';

export function Sending({ t }: { t: DocumentTexts }) {
  const text = t('document.sending_text');
  return (
    <Notice isCentred icon="clock" title={t('document.sending')}>
      <p class="lead">{text}</p>
      <p class="busy">
        <span class="spinner" aria-hidden="true" />
      </p>
      <Announcer text={text} />
    </Notice>
  );
}
