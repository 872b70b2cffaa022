// The texts for the end of a session: the texts for the outcome's reason, which are loaded on
// demand, or else the general texts for the outcome.
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import type { HostedTranslate } from '../i18n/translate.ts';
import { loadReasonTexts } from '../texts/reason-texts.ts';
import type { verdictTexts } from '../texts/verdict-texts.ts';

/**
 * @returns the texts, or undefined until it is known whether the reason's own texts are available
 */
export function useWords(
  { title, text, own }: Pick<ReturnType<typeof verdictTexts>, 'title' | 'text' | 'own'>,
  values: Parameters<HostedTranslate>[1],
) {
  const t = useTexts();
  const [reasons, setReasons] = useState<{ t?: Awaited<ReturnType<typeof loadReasonTexts>> }>();
  useEffect(() => {
    let isWanted = true;
    if (own)
      void loadReasonTexts(t.language, t.locale).then(
        (read) => isWanted && setReasons({ t: read }),
      );
    return () => {
      isWanted = false;
    };
  }, [own?.title, t.language]);
  if (own && !reasons) return undefined;
  if (own && reasons?.t)
    return { title: reasons.t(own.title, values), text: reasons.t(own.text, values) };
  return { title: t(title, values), text: t(text, values) };
}
