// The page /passes: shows the passes that this browser stores. The fragment of the page's URL can
// instead identify the window of a check (check-window.tsx), or contain a site's own request, which
// is answered with a pass.
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { CheckWindow } from './check-window.tsx';
import { readCrowd } from './crowd.ts';
import { choosePass, type KeptPass } from './kept-pass.ts';
import { readWindowToken } from './own-window.ts';
import { countText, loadPassTexts, type PassTexts } from './pass-texts.ts';
import { dropAllPasses, dropPass, holdPass, listPasses } from './pass-store.ts';
import { answerAddress, type Question, readQuestion } from './question.ts';
import { challengeOf, encode } from './pass-bytes.ts';
import { useTitle } from './use-title.ts';

/**
 * Renders the page.
 * @param place the element to render into; its `data-service` attribute contains the service's name
 */
export async function drawPasses(place: HTMLElement): Promise<void> {
  const t = await loadPassTexts(document.documentElement.lang, document.documentElement.lang);
  const service = place.dataset['service'] ?? '';
  const question = readQuestion(location.hash);
  const window = readWindowToken(location.hash);
  const [passes, isOneOfMany] = await Promise.all([
    listPasses(),
    readCrowd().catch(() => () => false),
  ]);
  const shared = { t, service };
  const showable = passes.filter(isOneOfMany);
  render(
    window !== undefined ? (
      <CheckWindow {...shared} token={window} passes={showable} />
    ) : question ? (
      <SiteQuestion {...shared} question={question} passes={showable} />
    ) : (
      <Kept {...shared} passes={passes} />
    ),
    place,
  );
}

interface Shared {
  t: PassTexts;
  service: string;
  passes: KeptPass[];
}

function Kept({ t, passes }: Shared) {
  const [left, setLeft] = useState(passes);
  const clear = () => void dropAllPasses().then(() => setLeft([]));
  return (
    <>
      <p data-passes-left={left.length}>
        {left.length === 0 ? t('passes.none') : countText(t, left)}
      </p>
      <p class="small">{t('passes.page_text')}</p>
      {left.length > 0 && (
        <Button look="soft" onPress={clear}>
          {t('passes.delete')}
        </Button>
      )}
    </>
  );
}

type SiteQuestionProps = Shared & { question: Question };

/**
 * Shows a site's request for a pass. The pass goes to the site in the fragment of the site's own
 * URL; this page sends nothing to any server.
 */
function SiteQuestion({ t, service, question, passes }: SiteQuestionProps) {
  const { demand, returnTo, challenge } = question;
  const [isBusy, setBusy] = useState(false);
  const [fits, setFits] = useState<boolean>();
  useEffect(() => {
    const isOurs = challenge.replace(/=+$/, '') === encode(challengeOf(location.host));
    setFits(isOurs && choosePass(passes, demand, Date.now()) !== undefined);
  }, []);
  const show = async () => {
    setBusy(true);
    const pass = await holdPass(demand, Date.now(), ({ token }) =>
      passes.some((pass) => pass.token === token),
    );
    if (!pass) return setFits(false);
    await dropPass(pass);
    return location.replace(answerAddress(returnTo, { token: pass.token }));
  };
  const leave = (error: 'declined' | 'no_pass') =>
    location.replace(answerAddress(returnTo, { error }));
  useTitle(fits === true ? t('passes.give') : undefined);
  if (fits === undefined) return null;
  return (
    <>
      <p>{t('passes.give_text', { site: returnTo.host, age: demand.minAge, service })}</p>
      {!fits && <p role="alert">{t('passes.give_none', { service })}</p>}
      <div class="actions">
        {fits && (
          <Button isBusy={isBusy} onPress={() => void show()}>
            {t('passes.give')}
          </Button>
        )}
        <Button look="soft" onPress={() => leave(fits ? 'declined' : 'no_pass')}>
          {fits ? t('passes.decline') : t('passes.back', { site: returnTo.host })}
        </Button>
      </div>
    </>
  );
}
