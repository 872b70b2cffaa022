// Drawings of what the visitor will be asked to do, each with a line of text. The head in the
// second drawing turns to both sides once.
import type { ComponentChildren } from 'preact';
import { useTexts } from '../i18n/context.ts';
import type { SessionView } from '../requests/wire.ts';

/**
 * @param need whether the check requires a document (`will`) or may require one after the age
 *   estimate (`may`)
 */
export function Movements({ need }: { need: SessionView['document_need'] }) {
  const t = useTexts();
  return (
    <ol class="movements">
      <Movement text={t('welcome.look')}>
        <path
          class="movement-frame"
          d="M6 15V8a2 2 0 0 1 2-2h7m18 0h7a2 2 0 0 1 2 2v7m0 18v7a2 2 0 0 1-2 2h-7m-18 0H8a2 2 0 0 1-2-2v-7"
        />
        <Head />
      </Movement>
      <Movement text={t('welcome.turn')}>
        <path class="movement-frame" d="M8 18l-5 6 5 6m32-12l5 6-5 6M18 7l6-5 6 5" />
        <Head turns />
      </Movement>
      {need !== 'will' && (
        <Movement text={t('welcome.estimate')}>
          <circle class="movement-frame" cx="24" cy="24" r="21" />
          <path d="M15 24.5l6.5 6.5L34 18" />
        </Movement>
      )}
      {need && (
        <Movement text={t(need === 'may' ? 'welcome.maybe_document' : 'welcome.show_document')}>
          <rect class="movement-frame" x="4" y="11" width="40" height="27" rx="3" />
          <path d="M11 18h8v10h-8zm14 2h12m-12 6h9M10 33h28" />
        </Movement>
      )}
    </ol>
  );
}

function Movement({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <li>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        {children}
      </svg>
      <span>{text}</span>
    </li>
  );
}

function Head({ turns = false }: { turns?: boolean }) {
  return (
    <>
      <ellipse cx="24" cy="24" rx="10.5" ry="13.5" />
      <path
        class={turns ? 'movement-face' : undefined}
        d="M20 21.5v.8m8-.8v.8M20 29.5c2.2 2 5.8 2 8 0"
      />
    </>
  );
}
