// The choice of a document: the types that the site accepts, and the issuing country. This page
// tells visitors which documents cannot be read before they spend minutes in front of a camera.
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/layout.tsx';
import { CountryBox } from './country-box.tsx';
import type { DocumentTexts } from './document-texts.ts';
import { codeOn } from './kinds.ts';
import type { DocumentType } from '../../../src/vision/documents/document-facts.ts';
import type { DocumentChoice } from './stages.ts';

interface ChooseProps {
  t: DocumentTexts;
  site: string;
  allowed: readonly DocumentType[];
  choice: DocumentChoice;
  onChange: (choice: DocumentChoice) => void;
  onChosen: () => void;
}

export function Choose({ t, site, allowed, choice, onChange, onChosen }: ChooseProps) {
  const code = codeOn(choice.type, choice.country);
  const isReadable = code !== undefined;
  return (
    <Notice icon="card" title={t('document.title')}>
      <p class="lead">{t('document.lead', { site })}</p>
      <fieldset class="kinds">
        <legend>{t('document.type')}</legend>
        {allowed.map((type) => (
          <label key={type} class="kind">
            <input
              type="radio"
              name="document-type"
              value={type}
              checked={type === choice.type}
              onChange={() => onChange({ ...choice, type })}
            />
            <span>{t(`document.type.${type}`)}</span>
          </label>
        ))}
      </fieldset>
      <CountryBox
        t={t}
        value={choice.country}
        onChoose={(country) => onChange({ ...choice, country })}
      />
      {isReadable ? (
        <>
          <p class="small">
            {t(`document.needs.${code === 'either' ? 'drivers_license' : choice.type}`)}
          </p>
          <p class="small">{t('document.privacy')}</p>
        </>
      ) : (
        <p class="unreadable" id="unreadable" role="status">
          {t('document.unreadable', { site })}
        </p>
      )}
      <div class="actions">
        <Button
          isOff={!isReadable}
          describedBy={isReadable ? undefined : 'unreadable'}
          onPress={onChosen}
        >
          {t('document.continue')}
        </Button>
      </div>
    </Notice>
  );
}
