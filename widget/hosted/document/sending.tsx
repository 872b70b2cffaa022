// What is shown while pictures are on their way and looked at.
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
