import { useEffect, useState } from 'react';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import type { SeenPicture } from './use-review.ts';

/**
 * The pictures of a review, side by side. Pressing a picture enlarges it to the width of the page.
 */
export function Pictures({ pictures }: { pictures: readonly SeenPicture[] }) {
  const t = useTexts();
  return (
    <Card title={t('review.pictures')}>
      {pictures.length === 0 ? (
        <p className="muted">{t('review.no_pictures')}</p>
      ) : (
        <div className="pictures">
          {pictures.map((picture) => (
            <Picture key={picture.name} picture={picture} />
          ))}
        </div>
      )}
    </Card>
  );
}

function Picture({ picture: { name, jpeg } }: { picture: SeenPicture }) {
  const t = useTexts();
  const address = useObjectUrl(jpeg);
  const [isLarge, setLarge] = useState(false);
  const label = t(`review.picture_${name}`);
  return (
    <figure className={isLarge ? 'picture large' : 'picture'}>
      <figcaption>{label}</figcaption>
      <button
        type="button"
        aria-pressed={isLarge}
        aria-label={t('review.enlarge', { picture: label })}
        onClick={() => setLarge(!isLarge)}
      >
        {address !== undefined && <img src={address} alt={label} />}
      </button>
    </figure>
  );
}

/** @returns a URL that only this document can use, valid while the picture is shown */
function useObjectUrl(content: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}
